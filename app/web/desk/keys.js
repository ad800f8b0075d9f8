// The tile keyboard, fixed at the bottom; taps show at once and are sent together.

import { button, el, focusOn, iconButton, isNew, onKey, redraw, tileButton, tileImage } from "./dom.js";
import { ALL_FACES } from "./sheet.js";

const TOGETHER_MS = 350;
const LONG_PRESS_MS = 450;
const KINDS = ["chi", "pon", "open_kan", "closed_kan"];
const SET_SIZE = 3;
const ROWS = { indicators: "dora", ura: "ura" }; // the fact that each row of indicators answers

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

  /** What the desk shows: a question of the dock may open the keys before they are drawn anew. */
  get data() {
    return this.desk.data;
  }

  /** Draw anew; a row of indicators closes once the dock has gone on to its next question. */
  update() {
    if (this.place === null) return;
    if (this.isRow() && this.desk.dock.asked()?.picks !== this.place) this.desk.closeSheets();
    else this.draw();
  }

  /** Whether the keys choose dora or ura indicators. */
  isRow() {
    return Boolean(ROWS[this.place]);
  }

  draw() {
    const { words, language } = this.data;
    this.host.setAttribute("aria-label", words[`keys_${this.place}`]);
    const done = button("done", words.done, () => this.desk.closeSheets(), { class: "yd-strong" });
    this.head.classList.toggle("yd-of-row", this.isRow());
    redraw(this.head, ...(this.isRow() ? this.row(done) : [this.taps(), done]));
    if (!isNew(this, language, this.place, this.kind)) return;
    const back = iconButton("key-back", words.back, "⌫", () => this.takeBack(), "yd-back");
    redraw(this.rows, ...ALL_FACES.map((row, k) => el("div", { class: "yd-keys-row" }, ...row.map(face => this.face(face)),
      ...(k === 3 ? [back] : []))), this.bottomRow());
  }

  /** What was tapped, or before that what is wanted: where a tile is missing, if the dock asks for it. */
  taps() {
    const { words, faces } = this.data;
    const ask = this.desk.dock.asked();
    const wanted = ask?.opens === `keys:${this.place}` ? `${ask.text}. ${ask.note}` : words[`keys_${this.place}`];
    const taps = el("div", { class: "yd-taps", "aria-live": "polite", tabindex: "0", role: "group", "aria-label": wanted },
      ...(this.tapped.length ? this.tapped.map(face => tileImage(face, faces[face]))
        : [el("span", { class: "yd-note", text: wanted })]));
    taps.scrollLeft = taps.scrollWidth;
    return taps;
  }

  /** The question for indicators, the chosen ones beside the total that they make, and the answer that there are none. */
  row(done) {
    const { words, faces, facts, dora, outcome } = this.data;
    const ask = facts[ROWS[this.place]];
    const chosen = (dora[this.place] ?? []).map((choice, at) =>
      tileButton(`chosen-${at}`, choice.face, choice.label, () => this.desk.send(choice.event)));
    const coming = this.desk.outbox.pending("tap").filter(event => event.place === this.place)
      .map(({ face }) => tileImage(face, faces[face], "yd-coming"));
    const none = (ask?.choices ?? []).filter(({ event }) => event?.do === "say").map((choice, at) =>
      button(`none-${at}`, choice.label, () => this.answer(choice.event), { "aria-pressed": choice.held ? "true" : null }));
    return [
      el("div", { class: "yd-line" }, el("div", { class: "yd-told" }, el("b", { text: ask?.text ?? words[`keys_${this.place}`] }),
        ask?.note ? el("span", { text: ask.note }) : null), done),
      el("div", { class: "yd-line" }, el("div", { class: "yd-nones" }, ...none),
        el("div", { class: "yd-taps", "aria-live": "polite", role: "group", "aria-label": words[`keys_${this.place}`] },
          ...chosen, ...coming, outcome ? el("span", { class: "yd-total", text: outcome.so_far }) : null)),
    ];
  }

  /** Say that there are no indicators. */
  answer(event) {
    if (this.desk.dock.held) return;
    this.desk.dock.hold();
    this.desk.dock.chosen = null;
    this.desk.send(event);
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
    if (this.isRow() && this.tapped.at(-1) === face && this.desk.dock.held) return; // one finger, twice
    this.tapped.push(face);
    const isLast = this.place === "win" || (this.place === "concealed" && this.missing() <= 1);
    if (this.isRow() || isLast) this.desk.dock.hold();
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
