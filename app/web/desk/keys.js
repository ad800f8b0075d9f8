// The tile keyboard, fixed at the bottom; taps show at once and are sent together.

import { button, el, focusOn, iconButton, isNew, onKey, redraw, tileButton, tileImage } from "./dom.js";
import { ALL_FACES } from "./sheet.js";

const TOGETHER_MS = 350;
const LONG_PRESS_MS = 450;
const KINDS = ["chi", "pon", "open_kan", "closed_kan"];
const SET_SIZE = 3;

export class TileKeys {
  constructor(desk) {
    this.desk = desk;
    this.place = null;
    this.kind = null;
    this.head = el("div", { class: "yd-keys-head" });
    this.rows = el("div", { class: "yd-keys-rows" });
    const keys = { Escape: () => desk.closeSheets(), Backspace: () => this.takeBack() };
    this.host = el("div", { class: "yd-sheet yd-keys", role: "dialog", hidden: true, onkeydown: e => onKey(e, keys) },
      this.head, this.rows);
  }

  open(place) {
    this.place = place;
    this.kind = null;
    this.tapped = [];
    this.shown = null;
    this.host.hidden = false;
    this.draw();
    focusOn(this.host, "key-1m");
  }

  close() {
    if (this.place === null) return;
    this.desk.outbox.flush();
    this.place = null;
    this.host.hidden = true;
  }

  update(data) {
    this.data = data;
    if (this.place !== null) this.draw();
  }

  draw() {
    const { words, faces, language } = this.data;
    this.host.setAttribute("aria-label", words[`keys_${this.place}`]);
    const taps = el("div", { class: "yd-taps", "aria-live": "polite", tabindex: "0", role: "group",
      "aria-label": words[`keys_${this.place}`] }, ...(this.tapped.length
      ? this.tapped.map(face => tileImage(face, faces[face]))
      : [el("span", { class: "yd-note", text: words[`keys_${this.place}`] })]));
    redraw(this.head, taps, button("done", words.done, () => this.desk.closeSheets(), { class: "yd-strong" }));
    taps.scrollLeft = taps.scrollWidth;
    if (!isNew(this, language, this.place, this.kind)) return;
    const back = iconButton("key-back", words.back, "⌫", () => this.takeBack(), "yd-back");
    redraw(this.rows, ...ALL_FACES.map((row, k) => el("div", { class: "yd-keys-row" }, ...row.map(face => this.face(face)),
      ...(k === 3 ? [back] : []))), this.bottomRow());
  }

  face(face) {
    let timer = null;
    let pressedAt = null;
    let isLong = false;
    const longPress = () => { isLong = true; this.offerSets(face); };
    const stop = () => { clearTimeout(timer); pressedAt = null; };
    const begin = e => {
      isLong = false;
      if (this.place !== "concealed") return;
      pressedAt = e.timeStamp;
      timer = setTimeout(longPress, LONG_PRESS_MS);
    };
    // A busy page receives the finger's release before its own timer fires: the event's time counts.
    const end = e => {
      if (pressedAt !== null && !isLong && e.timeStamp - pressedAt >= LONG_PRESS_MS) longPress();
      stop();
    };
    return tileButton(`key-${face}`, face, this.data.faces[face], () => { if (!isLong) this.tap(face); isLong = false; },
      { onpointerdown: begin, onpointerup: end, onpointerleave: stop, oncontextmenu: e => e.preventDefault() });
  }

  /** Red fives, and in the hand the mode: single tiles, or a set by its lowest tile. */
  bottomRow() {
    const { words } = this.data;
    const mode = kind => button(`mode-${kind ?? "single"}`, words[kind ?? "single"], () => {
      this.kind = kind;
      this.draw();
    }, { "aria-pressed": String(this.kind === kind), class: "yd-mode" });
    return el("div", { class: "yd-keys-last" }, ...["0m", "0p", "0s"].map(face => this.face(face)),
      ...(this.place === "concealed" ? [null, ...KINDS].map(mode) : []));
  }

  /** A long press on a tile offers the sets that begin with it, in place of the modes. */
  offerSets(face) {
    const offers = KINDS.map(kind => button(`set-${kind}`, this.data.words[kind], () => {
      this.meld(kind, face);
      this.shown = null;
      this.draw();
    }, { class: "yd-mode" }));
    this.rows.lastElementChild.replaceChildren(tileImage(face, this.data.faces[face]), ...offers);
  }

  tap(face) {
    if (this.kind) return this.meld(this.kind, face);
    this.tapped.push(face);
    const isLast = this.place === "win" || (this.place === "concealed" && this.missing() <= 1);
    this.desk.send({ do: "tap", face, place: this.place }, isLast ? 0 : TOGETHER_MS);
    if (isLast) this.desk.closeSheets();
    else this.draw();
  }

  meld(kind, face) {
    this.tapped.push(face);
    this.desk.send({ do: "tap_meld", kind, face });
    this.kind = null;
    if (this.missing() <= 0) this.desk.closeSheets();
    else this.draw();
  }

  /** How many tiles the hand lacks, counting unacknowledged taps. */
  missing() {
    return this.data.hand.missing - this.desk.outbox.pending("tap").filter(event => event.place === "concealed").length
      - SET_SIZE * this.desk.outbox.pending("tap_meld").length;
  }

  takeBack() {
    if (!this.tapped.length) return;
    this.tapped.pop();
    this.desk.outbox.flush();
    this.desk.send({ do: "undo" });
    this.draw();
  }
}
