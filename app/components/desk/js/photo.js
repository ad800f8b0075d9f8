// The photo with its tiles: cropped to the hand, moved and zoomed by hand, wheel and keys; a tap names a tile.

import { around, fitted, grown, kept, middle, nearest, sizeOf } from "./geometry.js";
import { button, drawn, el, still } from "./dom.js";
import { NAME_SIZE, placed } from "./names.js";

const REACH = 22; // half of the least target, screen pixels
const SLIP = 8; // a finger that moves less has tapped
const MOST_ZOOM = 12;
const GLIDE_MS = 220;
const WEIGHT = { win: 0, meld: 1, hand: 1, indicators: 2, ura: 2, others: 3 };
const STEP = 48;
const NEAR = 1.4; // so much closer than the hand fills it, what lies about it is named too
const AGAIN_MS = 400;
const MOST_PAUSE_MS = 6400;

export class PhotoView {
  constructor(hooks) {
    Object.assign(this, { ...hooks, fingers: new Map(), view: null, lit: [], selected: null, drawing: false, held: false });
    this.image = el("img", { alt: "", draggable: "false", onload: () => this.paint(), onerror: () => this.again() });
    this.sheet = drawn("svg", { "aria-hidden": "true" });
    this.stage = el("div", { class: "yd-stage", tabindex: "0", role: "group", "data-key": "stage",
      onpointerdown: e => this.down(e), onpointermove: e => this.moved(e), onpointerup: e => this.up(e),
      onpointercancel: e => this.fingers.delete(e.pointerId), onkeydown: e => this.key(e) }, this.image, this.sheet);
    this.stage.addEventListener("wheel", e => this.wheel(e), { passive: false });
    this.tools = el("div", { class: "yd-photo-tools" });
    this.hint = el("div", { class: "yd-hint", role: "status" });
    this.looking = el("div", { class: "yd-looking", role: "status" });
    this.host = el("section", { class: "yd-photo" },
      el("div", { class: "yd-frame" }, this.stage, this.hint, this.looking), this.tools);
    new ResizeObserver(() => this.resized()).observe(this.stage);
  }

  /** The photo did not come, as on a phone that lost its network: it is asked for until it does, ever less often. */
  again() {
    const { url } = this.data.photo ?? {};
    this.failed += 1;
    const pause = Math.min(AGAIN_MS * 2 ** (this.failed - 1), MOST_PAUSE_MS);
    setTimeout(() => { if (url && this.data.photo?.url === url) this.image.src = url; }, pause);
  }

  update(data) {
    const fresh = data.photo?.url !== this.data?.photo?.url;
    const before = this.data && JSON.stringify(this.data.tiles);
    const empty = !this.seen?.length;
    this.data = data;
    this.seen = data.tiles.filter(tile => tile.quad);
    this.host.hidden = !data.photo;
    if (!data.photo) return;
    this.stage.setAttribute("aria-label", data.words.photo);
    if (fresh) {
      this.failed = 0;
      this.image.src = data.photo.url;
      this.view = null;
      this.held = false;
      this.whole = false;
      this.setHeight();
    }
    this.controls();
    this.tell();
    const read = this.wasLooking && !data.looking;
    this.wasLooking = Boolean(data.looking);
    if (!fresh && before === JSON.stringify(data.tiles) && !read) return;
    if (!fresh && empty && this.seen.length && !data.looking && !read) this.setHeight();
    if (read) this.follow();
    this.paint();
  }

  /** What is still being looked for, and a tap that ends it; before the first reading the dock says both. */
  tell() {
    const doing = this.seen.length ? this.data.looking : "";
    if (doing === this.told) return;
    this.told = doing;
    this.looking.replaceChildren(...(doing ? [el("span", { text: doing }),
      button("stop-looking", this.data.words.enough, this.stop)] : []));
  }

  /** Go with the tiles of a better reading, unless a person has moved the photo. */
  follow() {
    if (!this.held && this.view && !this.lit.length && this.selected === null) this.glideTo(this.home());
  }

  /**
   * Which tiles are asked about, and which one is open in its sheet: they are lit and zoomed to. While any tile of
   * the photo may be the answer (wide), the whole of it is shown.
   */
  light(lit, selected, wide) {
    const same = selected === this.selected && String(lit) === String(this.lit) && wide === this.wide;
    this.lit = lit;
    this.wide = wide;
    this.selected = selected;
    if (same || !this.data?.photo) return;
    const shown = this.seen.filter(tile => selected === null ? lit.includes(tile.uid) : tile.uid === selected);
    if (shown.length) this.glideTo(this.closeUp(shown));
    else this.glideTo(this.home());
    this.paint();
  }

  // where the view goes

  size() {
    return [this.stage.clientWidth || 1, this.stage.clientHeight || 1];
  }

  setHeight() {
    const box = this.box(false);
    const width = this.stage.clientWidth || innerWidth;
    // On a small screen the hand's first row stands clear of the dock.
    const share = innerWidth >= 640 ? 0.5 : innerHeight > 700 ? 0.31 : 0.28;
    const wanted = width * (box[3] - box[1]) / (box[2] - box[0]);
    // A desk has room for the table about the hand.
    const least = innerWidth < 640 ? 170 : Math.min(width * 0.66, innerHeight * 0.4);
    this.stage.style.height = `${Math.round(Math.max(least, Math.min(innerHeight * share, wanted)))}px`;
  }

  box(whole) {
    const { photo } = this.data;
    const hand = this.seen.filter(tile => tile.part !== "others");
    const shown = hand.length ? hand : this.seen;
    if (whole || !shown.length) return [0, 0, photo.width, photo.height];
    const side = shown.map(tile => sizeOf(tile.quad)).sort((a, b) => a - b)[shown.length >> 1];
    return grown(around(shown.map(tile => tile.quad)), side * 0.9, photo);
  }

  home() {
    return kept(fitted(this.box(this.whole || this.wide || Boolean(this.data.looking)), this.size()), this.data.photo, this.size());
  }

  closeUp(tiles) {
    const side = Math.max(...tiles.map(tile => sizeOf(tile.quad)));
    const box = grown(around(tiles.map(tile => tile.quad)), side * 1.6, this.data.photo);
    return kept(fitted(box, this.size(), 84 / side), this.data.photo, this.size());
  }

  glideTo(view) {
    cancelAnimationFrame(this.frame);
    const from = this.view;
    if (!from || still()) return this.show(view);
    const start = performance.now();
    const step = now => {
      const t = Math.min(1, (now - start) / GLIDE_MS);
      const ease = t * (2 - t);
      this.show(Object.fromEntries(["scale", "x", "y"].map(k => [k, from[k] + (view[k] - from[k]) * ease])));
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  show(view) {
    this.view = view;
    this.paint();
  }

  resized() {
    if (!this.data?.photo) return;
    this.view = null;
    this.paint();
  }

  zoom(by, at = this.size().map(side => side / 2)) {
    this.held = true;
    cancelAnimationFrame(this.frame);
    const least = fitted([0, 0, this.data.photo.width, this.data.photo.height], this.size()).scale;
    const scale = Math.max(least, Math.min(least * MOST_ZOOM * 2, this.view.scale * by));
    const ratio = scale / this.view.scale;
    this.show(kept({ scale, x: at[0] - (at[0] - this.view.x) * ratio, y: at[1] - (at[1] - this.view.y) * ratio },
      this.data.photo, this.size()));
  }

  pan(dx, dy) {
    this.held = true;
    cancelAnimationFrame(this.frame);
    this.show(kept({ ...this.view, x: this.view.x + dx, y: this.view.y + dy }, this.data.photo, this.size()));
  }

  // what is drawn

  controls() {
    const { words } = this.data;
    const tool = (key, sign, label, act, { pressed = null, shown = "" } = {}) => button(key, label, act,
      { title: label, "aria-pressed": pressed === null ? null : String(pressed) },
      el("span", { "aria-hidden": "true", class: "yd-sign", text: sign }), shown ? el("span", { text: shown }) : null);
    const shown = [
      tool("zoom-whole", "⤢", words.whole, () => {
        this.whole = !this.whole;
        this.held = this.whole;
        this.controls();
        this.glideTo(this.home());
      }, { pressed: this.whole, shown: words.whole }),
      tool("zoom-in", "+", words.closer, () => this.zoom(1.5)),
      tool("zoom-out", "−", words.farther, () => this.zoom(1 / 1.5)),
      tool("draw", "⬚", this.drawing ? words.stop : words.draw, () => this.draw(!this.drawing),
        { pressed: this.drawing, shown: this.drawing ? words.stop : words.draw }),
    ];
    const state = `${this.whole}${this.drawing}${this.data.language}`;
    if (state === this.shownControls) return;
    this.shownControls = state;
    const focused = document.activeElement?.dataset?.key;
    this.tools.replaceChildren(...shown);
    shown.find(each => each.dataset.key === focused)?.focus({ preventScroll: true });
  }

  /** Begin or stop drawing a box around a tile that was missed. */
  draw(on) {
    this.drawing = on;
    this.stage.classList.toggle("yd-drawing", on);
    this.hint.textContent = on ? this.data.words.drawing : "";
    this.controls();
    this.paint();
  }

  onScreen([x, y]) {
    return [x * this.view.scale + this.view.x, y * this.view.scale + this.view.y];
  }

  onPhoto([x, y]) {
    return [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
  }

  paint() {
    if (!this.data?.photo) return;
    this.view ??= this.home();
    const { scale, x, y } = this.view;
    if (this.image.naturalWidth) {
      const shown = scale * this.data.photo.width / this.image.naturalWidth;
      this.image.style.transform = `translate(${x}px, ${y}px) scale(${shown})`;
    }
    const farOut = scale > fitted(this.box(false), this.size()).scale * 1.05 || this.drawing;
    this.stage.style.touchAction = farOut ? "none" : "pan-y";
    // Until it is read the photo stays as it is: nothing is drawn on it before there is about a hand.
    const { looking, hand } = this.data;
    const seen = looking && Math.abs(hand.missing) > 1 ? [] : this.seen;
    const tiles = [...seen].sort((a, b) => this.weight(a) - this.weight(b));
    const outlines = [...tiles].reverse().flatMap(tile => this.outline(tile));
    const boxes = tiles.map(tile => ({ ...tile, box: around([tile.quad.map(point => this.onScreen(point))]) }));
    const near = scale > fitted(this.box(false), this.size()).scale * NEAR;
    const named = boxes.filter(tile => near || tile.part !== "others" || this.weight(tile) < 0);
    const names = placed(named, this.size()).map(name => this.name(name));
    this.sheet.replaceChildren(...outlines, ...names, ...(this.rubber ? [this.rubber] : []));
  }

  weight(tile) {
    return tile.uid === this.selected ? -2 : this.lit.includes(tile.uid) ? -1 : WEIGHT[tile.part];
  }

  outline(tile) {
    const points = tile.quad.map(point => this.onScreen(point).map(side => side.toFixed(1)).join(",")).join(" ");
    const lit = tile.uid === this.selected || this.lit.includes(tile.uid);
    const css = `yd-part-${tile.part}${lit ? " yd-lit" : ""}${tile.doubt ? " yd-doubt" : ""}`;
    return [drawn("polygon", { points, class: "yd-edge" }), drawn("polygon", { points, class: css, "data-uid": tile.uid })];
  }

  name({ uid, short, x, y }) {
    return drawn("text", { x: x.toFixed(1), y: (y + NAME_SIZE * 0.36).toFixed(1), text: short, "data-name": uid });
  }

  // what fingers, mouse and keys do

  at(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button) return;
    this.fingers.set(event.pointerId, this.at(event));
    this.start = this.fingers.size === 1 ? this.at(event) : null;
    if (this.drawing || this.fingers.size > 1) this.stage.setPointerCapture(event.pointerId);
  }

  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const far = this.start && Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) > SLIP;
    if (this.drawing && this.fingers.size === 1) return this.stretch(now);
    if (this.fingers.size === 2) this.pinch(event.pointerId, now);
    else if (far || this.panning) {
      this.panning = true;
      this.pan(now[0] - before[0], now[1] - before[1]);
    } else return;
    this.fingers.set(event.pointerId, now);
  }

  pinch(id, now) {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, point]) => point);
    const before = this.fingers.get(id);
    const spread = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    this.start = null;
    this.zoom(spread(now) / spread(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  up(event) {
    const known = this.fingers.delete(event.pointerId);
    const start = this.start;
    const panned = this.panning;
    if (!this.fingers.size) this.panning = false;
    if (!known || !start || panned) return;
    if (this.drawing) return this.finish(start, this.at(event));
    const found = nearest(this.seen, this.onPhoto(this.at(event)), REACH / this.view.scale);
    if (found) this.tapped(found.uid);
  }

  stretch(now) {
    const [left, top] = [0, 1].map(k => Math.min(this.start[k], now[k]));
    const [width, height] = [0, 1].map(k => Math.abs(this.start[k] - now[k]));
    this.rubber = drawn("rect", { x: left, y: top, width, height, class: "yd-rubber" });
    this.paint();
  }

  /** A drawn box, or around a mere tap one of the size of the tiles nearby. */
  finish(start, end) {
    this.rubber = null;
    const [from, to] = [start, end].map(point => this.onPhoto(point));
    let box = [0, 1].map(k => Math.min(from[k], to[k])).concat([0, 1].map(k => Math.max(from[k], to[k])));
    if (Math.hypot(start[0] - end[0], start[1] - end[1]) <= SLIP) box = this.boxAt(from);
    this.draw(false);
    this.boxed(grown(box, 0, this.data.photo));
  }

  boxAt(point) {
    const near = [...this.seen].sort((a, b) => this.apart(a, point) - this.apart(b, point))[0];
    const [left, top, right, bottom] = near ? around([near.quad]) : [0, 0, 60, 80];
    const half = [(right - left) / 2, (bottom - top) / 2];
    return [point[0] - half[0], point[1] - half[1], point[0] + half[0], point[1] + half[1]];
  }

  apart(tile, point) {
    return Math.hypot(...middle(tile.quad).map((side, k) => side - point[k]));
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), this.at(event));
  }

  key(event) {
    const moves = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
    const zooms = { "+": 1.25, "=": 1.25, "-": 0.8 };
    if (moves[event.key]) this.pan(...moves[event.key]);
    else if (zooms[event.key]) this.zoom(zooms[event.key]);
    else if (event.key === "0") this.glideTo(this.home());
    else if (event.key === "Escape" && this.drawing) this.draw(false);
    else return;
    event.preventDefault();
  }
}
