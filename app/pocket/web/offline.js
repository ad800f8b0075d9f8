// The way of the page's files onto the device: each once, with the bytes that have come, and whether it works offline.

const PATIENCE = 4000; // milliseconds until the page starts without its service worker
const OFTEN = 250; // milliseconds between two notes of the bytes that have come
const PAUSE = 2000; // milliseconds without a byte, as while an engine starts, after which no time left is told

/**
 * What stands of the page on this device. `state` is "loading", "kept" (it works offline), "loose" (it does, but the
 * browser may delete it when it wants room), "full", "blocked" (the browser keeps nothing for this page), "changed"
 * (the host has another version by now) or "lost" (the network failed).
 */
export class Offline {
  constructor(onChange) {
    Object.assign(this, { onChange, state: "loading", come: {}, files: {}, registration: null, unkept: null, said: 0 });
  }

  /** Whether the page's files come through its own service worker; that of a folder above knows none of them. */
  get comesThrough() {
    return this.workers?.controller?.scriptURL === new URL("./sw.js", location.href).href;
  }

  /** Register, and wait until the page's files come through the service worker; later visits find it at work. */
  async begin() {
    const workers = this.workers = (() => {
      try { return navigator.serviceWorker; } catch { return undefined; } // Firefox throws where storage is blocked
    })();
    if (!workers) return;
    workers.addEventListener("message", ({ data }) => this.hear(data));
    try {
      this.registration = await workers.register("./sw.js");
      if (!this.comesThrough) {
        await Promise.race([new Promise(done => workers.addEventListener("controllerchange", done, { once: true })),
          new Promise(done => setTimeout(done, PATIENCE))]);
      }
    } catch { /* the browser or the person forbids it: the page works while there is a network */ }
    workers.startMessages();
    if (this.comesThrough) this.files = await (await fetch("./files.json")).json(); // the service worker itself says it
  }

  hear({ path, at, unkept }) {
    if (unkept) this.unkept = unkept;
    if (!path) return;
    this.began ??= performance.now();
    this.come[path] = at;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.onChange(), PAUSE);
    if (performance.now() - this.said < OFTEN) return;
    this.said = performance.now();
    this.onChange();
  }

  /** Fetch every file that has not come yet, so that the page works offline; the state says how that went. */
  async complete() {
    if (!this.comesThrough) return this.now("blocked");
    try {
      for (const [path, [, size]] of Object.entries(this.files)) {
        const response = await fetch(`./${path}`, { method: "HEAD" }); // the service worker keeps it and hands nothing over
        if (!response.ok) throw new TypeError(path);
        this.come[path] = size;
        this.hear({});
      }
      if (this.unkept) return this.now(this.unkept === "OtherVersion" ? "changed" : this.unkept === "QuotaExceededError" ? "full" : "blocked");
      this.now(await navigator.storage?.persisted?.().catch(() => false) ? "kept" : "loose");
      // Firefox asks the person, and answers only when they do.
      if (this.state === "loose") navigator.storage?.persist?.().then(persists => persists && this.now("kept"), () => null);
    } catch {
      return this.now("lost");
    }
  }

  now(state) {
    this.state = state;
    this.onChange();
  }

  /** Megabytes that have come and megabytes in all, and the seconds that the rest will take; null while it is not known. */
  progress() {
    const all = Object.values(this.files).reduce((sum, [, size]) => sum + size, 0);
    // A host that packs what it sends is heard with more bytes than come.
    const come = Object.entries(this.come).reduce((sum, [path, at]) => sum + Math.min(at, this.files[path]?.[1] ?? at), 0);
    const since = (performance.now() - this.began) / 1000;
    const comes = performance.now() - this.said < PAUSE;
    const left = all && since > 1 && comes ? Math.ceil((all - come) * since / come) : null;
    return { come: come / 1e6, all: all / 1e6, left };
  }
}
