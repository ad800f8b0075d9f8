// Teaching a tile set from photos of its rows: name and photos, doubts about single tiles, what came of it. What is
// begun is kept until it ends: a reload, or a killed tab, loses nothing.

import { el, redraw } from "./web/desk/dom.js";
import { tableParts } from "./web/table.js";
import { crc32 } from "./zip.js";
import { draft, keepDraft } from "./kept.js";

const EMPTY = { name: "", reds: null, blobs: [], taps: [], begun: false };
const REDS = { yes: true, no: false, unsure: null };

export class Teach {
  /** `page` gives the page's texts, asks its engines, says and stores something; `sets` lists the names of sets, and
   * keeps one. */
  constructor(page, sets) {
    Object.assign(this, { page, sets, draft: null, told: null, doing: null, order: null });
    this.host = el("section", { id: "teach", class: "pk-teach" });
  }

  ask(does, what = {}) {
    return this.page.ask("sets", { does, ...what });
  }

  /** Show where the teaching stands; one that a reload broke off goes on. */
  async show() {
    const { tag } = this.page.texts;
    if (this.language !== tag) [this.order, this.language] = [await this.ask("order"), tag];
    const kept = await (this.kept ??= draft());
    if (!this.draft) { // of two calls one alone goes on
      this.draft = { ...EMPTY, ...kept };
      if (this.draft.begun) return this.go();
    }
    if (this.told?.parts.length && !this.doing) await this.settle();
    else this.draw();
  }

  /** Change what is kept of the teaching. */
  async keep(change) {
    Object.assign(this.draft, change);
    await this.page.stored(keepDraft(this.draft));
  }

  draw() {
    if (this.doing) return this.wait();
    if (this.told?.parts.length) return this.drawTold();
    this.form();
  }

  /** Name, photos and red fives. */
  form() {
    const { sets, say } = this.page.texts;
    const { name, reds, blobs } = this.draft;
    const field = el("input", { id: "set-name", "data-key": "set-name", maxlength: 60, autocomplete: "off", value: name, oninput: () => { this.draft.name = field.value; }, onchange: () => this.keep({}) });
    const photos = (id, label, props) => el("label", { class: "pk-button" }, label, el("input", { type: "file", accept: "image/*", id, "data-key": id, ...props,
      onchange: async ({ target }) => { await this.keep({ blobs: [...this.draft.blobs, ...target.files] }); this.say(""); this.draw(); } }));
    for (const url of this.urls ?? []) URL.revokeObjectURL(url);
    this.urls = blobs.map(blob => URL.createObjectURL(blob));
    const shots = blobs.map((_, at) => el("li", {}, el("img", { src: this.urls[at], alt: `${at + 1}` }),
      el("button", { class: "pk-button", "data-key": `drop-${at}`, "aria-label": say.drop_photo.replace("{n}", at + 1), text: "×", onclick: async () => { await this.keep({ blobs: blobs.filter((_one, other) => other !== at) }); this.draw(); } })));
    const answers = Object.entries(REDS).map(([key, value]) => el("button", { type: "button", class: "yt-button", "data-key": `reds-${key}`, "aria-pressed": value === reds ? "true" : "false", text: sets[`reds_${key}`],
      onclick: async () => { await this.keep({ reds: value }); this.draw(); } }));
    this.problem = el("p", { id: "teach-problem", role: "alert", text: this.told?.trouble ?? "" });
    redraw(this.host, el("h3", { class: "yl-h", text: sets.teach }), el("p", { class: "yl-note", text: sets.order }), el("div", { class: "yt" }, ...tableParts(this.order, () => null)),
      el("p", { class: "yl-note", text: sets.order_photos }),
      el("label", { class: "pk-field" }, sets.name, field),
      el("div", { class: "pk-row" }, photos("rows-camera", say.rows_camera, { capture: "environment" }), photos("rows-library", sets.photos, { multiple: true })),
      shots.length && el("ol", { class: "pk-shots" }, ...shots),
      el("div", { class: "yt-choices", role: "group", "aria-label": sets.reds }, el("div", { class: "yt-title", text: sets.reds }), el("div", { class: "yt-row" }, ...answers)),
      el("p", { class: "yl-note", text: sets.reds_note }),
      el("button", { class: "pk-button pk-wide pk-strong", id: "teach-go", "data-key": "teach-go", text: sets.go, onclick: () => this.begin(field.value) }), this.problem);
  }

  /** Say what is wrong with name or photos. */
  say(words) {
    this.told = words ? { parts: [], trouble: words } : null;
    if (this.problem) this.problem.textContent = words;
  }

  async begin(name) {
    await this.keep({ name, taps: [] });
    if (!this.draft.blobs.length && name.trim()) return this.say(this.page.texts.sets.need_photos);
    await this.go();
  }

  /** Read the photos, and carry out what was tapped before. */
  async go() {
    const { name, reds, blobs, taps } = this.draft;
    const trouble = await this.ask("begin", { name, reds });
    if (trouble) return this.stop(trouble);
    this.say("");
    await this.keep({ begun: true });
    this.doing = { doing: "reading", done: 0 };
    this.draw();
    try {
      const sums = await Promise.all(blobs.map(async blob => `${blob.size}-${crc32(new Uint8Array(await blob.arrayBuffer()))}`));
      await this.ask("read", { blobs, sums, taps });
    } catch (error) {
      await this.stop(`${this.page.texts.say.failed} ${error.message}`);
    }
  }

  /** How far it is, or that it has come as far as it can. */
  async hear(told) {
    const { say } = this.page.texts;
    if (told.done !== undefined) {
      this.doing = told;
      return this.wait();
    }
    if (told.failed !== undefined) return this.stop(say[told.failed] ?? `${say.failed} ${told.failed}`);
    await this.settle();
  }

  /** Back to the form, with what is wrong. */
  async stop(trouble) {
    this.doing = null;
    await this.keep({ begun: false });
    await this.ask("leave");
    this.say(trouble);
    this.draw();
  }

  /** The work done: a doubt, the result, or what is wrong with the photos. */
  async settle() {
    this.doing = null;
    this.told = await this.ask("shown", { kept: (await this.sets.names()).includes(this.draft.name.trim()) });
    if (this.told.trouble) return this.stop(this.told.trouble);
    this.draw();
  }

  wait() {
    const { sets } = this.page.texts;
    const { doing, done } = this.doing;
    if (this.bar?.isConnected && this.bar.dataset.doing === doing) this.bar.value = done;
    else {
      this.bar = el("progress", { max: 1, value: done, "data-doing": doing, "aria-label": sets[doing] });
      redraw(this.host, el("h3", { class: "yl-h", text: this.draft.name }), el("p", { role: "status", text: sets[doing] }), this.bar,
        el("button", { class: "pk-button", "data-key": "teach-leave", text: sets.doubts_leave, onclick: () => this.leave() }));
    }
  }

  drawTold() {
    const parts = this.told.parts.map(part => part.part === "crop" ? this.crop(part) : tableParts([part], tap => this.tap(tap))[0]);
    redraw(this.host, el("h3", { class: "yl-h", text: this.draft.name }), el("div", { class: "yt" }, ...parts));
    this.host.scrollIntoView({ block: "start" });
  }

  /** A tile of a photo. */
  crop({ picture, quad, says }) {
    const canvas = el("canvas", { role: "img", "aria-label": says });
    this.ask("tile", { picture, quad }).then(({ data, width, height }) => {
      Object.assign(canvas, { width, height });
      canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
    }, () => null);
    return el("figure", { class: "pk-crop" }, canvas, el("figcaption", { text: says }));
  }

  async tap(tap) {
    if (tap.do === "leave") return this.leave();
    if (tap.do === "keep") return this.told && this.end(); // a second tap finds nothing to keep
    this.doing = { doing: "learning", done: 0 };
    await this.keep({ taps: [...this.draft.taps, tap] });
    await this.ask("tap", { tap });
  }

  /** Leave the teaching; name and photos stay in the form. */
  async leave() {
    this.told = this.doing = null;
    await this.keep({ begun: false, taps: [] });
    await this.ask("leave");
    this.draw();
  }

  /** Keep what was learnt, and only then forget what it was learnt from. */
  async end() {
    const { name } = this.told;
    this.told = null;
    const data = await this.ask("file");
    await this.sets.keep(name, data.buffer.byteLength === data.byteLength ? data.buffer : data.slice().buffer);
    this.draft = { ...EMPTY };
    await this.page.stored(keepDraft(null));
    await this.ask("leave");
    this.page.notice(this.page.texts.sets.kept.replace("{name}", name));
    this.draw();
  }
}
