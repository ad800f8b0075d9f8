// The page's two threads: Python, and pixels and networks. Either starts anew where its files did not come, what was
// asked meanwhile still gets its answer, and the networks are let go where their memory has grown or nobody looks.

import { asking } from "./thread.js";

const MOST_HELD = 300e6; // bytes of the networks' engine after a photo; more, and its thread begins anew
const MOST_READ = 8; // photos after which it does so too: a browser clears up late what pixels leave in a thread
const HIDDEN_FOR = 30_000; // milliseconds out of sight after which the networks go

const thread = address => new Worker(new URL(address, import.meta.url), { type: "module" });

export class Engines {
  /** `onReading` and `onTaught` get what Python tells unasked; `onLost` the words of a browser that could not load an engine. */
  constructor(onReading, onTaught, onLost) {
    Object.assign(this, { onReading, onTaught, onLost, open: new Set(), running: new Set(), one: "", hidden: null, read: 0 });
    addEventListener("visibilitychange", () => this.look());
  }

  /** Start both, or what has not started yet; resolves with each part's time in milliseconds once all stand. */
  async start() {
    if (!this.stands) this.startPython();
    return this.connect();
  }

  startPython() {
    this.python?.terminate();
    this.python = thread("./worker.js");
    this.post = asking(this.python, data => {
      if (data.stands) this.stands = true;
      else if (data.lost !== undefined) this.onLost(data.lost);
      else if (data.taught) this.teach(data.taught);
      else this.hear(data);
    });
    this.python.onerror = event => { event.preventDefault(); this.onLost(event.message ?? ""); };
    for (const each of this.open) this.send(each);
  }

  /** Give Python a new thread with pixels and networks; where several cannot share memory, they run on one. */
  async connect() {
    try {
      return await this.join(this.one);
    } catch {
      this.one = "?one";
      return this.join(this.one);
    }
  }

  async join(how) {
    this.networks?.terminate();
    const networks = this.networks = thread(`./engine.js${how}`);
    const { port1, port2 } = new MessageChannel();
    const fails = new Promise((_, reject) => {
      networks.onerror = event => { event.preventDefault(); reject(new Error(event.message ?? "")); };
    });
    networks.postMessage({ port: port2 }, [port2]);
    return Promise.race([this.post("begin", { port: port1 }, [port1]), fails]);
  }

  /** Ask Python; the answer may wait until it has started. */
  ask(does, what, transfer = []) {
    return new Promise((resolve, reject) => {
      const each = { does, what, transfer, resolve, reject };
      this.open.add(each);
      if (this.python) this.send(each);
    });
  }

  send(each) {
    let answer;
    try {
      answer = this.post(each.does, each.what, each.transfer);
    } catch (error) { // what was handed over to a thread that is gone
      answer = Promise.reject(error);
    }
    answer.then(each.resolve, each.reject).finally(() => this.open.delete(each));
  }

  /** A reading. After the last one of a photo the networks may begin anew. */
  hear(data) {
    if (data.last || data.failed) this.running.delete(data.hand);
    else this.running.add(data.hand);
    if (data.last) this.read += 1;
    if (data.last?.held && (data.last.held > MOST_HELD || this.read >= MOST_READ)) {
      this.read = 0;
      this.connect().catch(() => null);
    }
    if (document.visibilityState !== "visible") this.look(); // the networks waited for this reading
    this.onReading(data);
  }

  /** How far a teaching is; while it goes on the networks stay. */
  teach(told) {
    if (told.done === undefined) this.running.delete("taught");
    else this.running.add("taught");
    this.onTaught(told);
  }

  /** Out of sight the networks go after a while, unless a photo is being read; in sight they come again. */
  look() {
    clearTimeout(this.hidden);
    if (document.visibilityState === "visible") {
      if (!this.networks && this.stands) this.connect().catch(error => this.onLost(error.message));
      return;
    }
    this.hidden = setTimeout(async () => {
      if (this.running.size || this.open.size || !this.stands || await this.ask("held") === null) return;
      this.networks?.terminate();
      this.networks = null;
    }, HIDDEN_FOR);
  }
}
