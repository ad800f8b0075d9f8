// The photo with its tiles: cropped to the hand, moved and zoomed, the tiles in question lit up.

import { NAME_SIZE, boundingBox, clamped, enlarged, placeNames, sizeOf, viewOf } from "./geometry.js";
import { Fingers } from "./fingers.js";
import { Picture } from "./picture.js";
import { button, el, isNew, redraw, svg } from "./dom.js";

const MAX_ZOOM = 24; // of the whole photo
const GLIDE_MS = 220;
const WEIGHT = { win: 0, meld: 1, hand: 1, indicators: 2, ura: 2, others: 3 };
const MARGIN = 20; // pixels between the photo's tools, the hand and the dock
const CLOSE = 1.4; // of the scale at which the hand fills the window: above this, other tiles are named too
const TURNED = 60; // pixels of width by which a turned phone, and no scroll bar, changes the window

export class PhotoView {
  constructor(desk) {
    Object.assign(this, { desk, view: null, highlighted: [], selected: null, drawing: false, moved: false, rubberBand: null });
    this.picture = new Picture(() => this.come());
    this.sheet = svg("svg", { "aria-hidden": "true" });
    this.stage = el("div", { class: "yd-stage", tabindex: "0", role: "group", "data-key": "stage" },
      this.picture.canvas, this.sheet);
    new Fingers(this).on(this.stage);
    this.tools = el("div", { class: "yd-photo-tools" });
    this.hint = el("div", { class: "yd-hint", role: "status" });
    this.looking = el("div", { class: "yd-looking", role: "status" });
    this.host = el("section", { class: "yd-photo" },
      el("div", { class: "yd-frame" }, this.stage, this.hint, this.looking), this.tools);
    new ResizeObserver(() => this.resized()).observe(this.stage);
  }

  /** The photo has come: it is drawn, and in the sheet that may be open the tile. */
  come() {
    this.paint();
    this.desk.sheet.drawTile();
  }

  update(data) {
    const fresh = data.photo?.url !== this.data?.photo?.url;
    const empty = !this.tiles?.length;
    this.data = data;
    this.tiles = data.tiles.filter(tile => tile.quad);
    this.host.hidden = !data.photo;
    if (!data.photo) return this.picture.close();
    this.stage.setAttribute("aria-label", data.words.photo);
    if (fresh) {
      this.picture.close(); // no photo below another's tiles
      this.picture.show(data.photo.url);
      this.view = null;
      this.moved = false;
      this.whole = false;
      this.setHeight();
    }
    this.controls();
    this.drawLooking();
    const isRead = this.wasLooking && !data.looking;
    this.wasLooking = Boolean(data.looking);
    if (!isNew(this.sheet, data.tiles) && !fresh && !isRead) return;
    if (!fresh && empty && this.tiles.length && !data.looking && !isRead) this.setHeight();
    if (isRead) this.follow();
    this.paint();
  }

  /** Draw the search's progress and a button that stops it; before the first reading the dock has both. */
  drawLooking() {
    const doing = this.tiles.length ? this.data.looking : "";
    if (!isNew(this.looking, doing)) return;
    this.looking.replaceChildren(...(doing ? [el("span", { text: doing }),
      button("stop-looking", this.data.words.enough, () => this.desk.send({ do: "stop" }))] : []));
  }

  /** Follow a better reading's tiles, unless a person has moved the photo. */
  follow() {
    if (!this.moved && this.view && !this.highlighted.length && this.selected === null) this.glideTo(this.home());
  }

  /**
   * Highlight the tiles in question, or the `selected` one that is open in its sheet, and zoom to them.
   * While any tile may be the answer (`wide`), show the whole photo.
   */
  highlight(highlighted, selected, wide) {
    Object.assign(this, { highlighted, selected, wide });
    if (!isNew(this.stage, highlighted, selected, wide) || !this.data?.photo) return;
    this.moved = false;
    this.aim();
    this.paint();
  }

  /** Show the tiles in question; the whole photo while a missed tile is drawn around. */
  aim() {
    const inQuestion = tile => this.selected === null ? this.highlighted.includes(tile.uid) : tile.uid === this.selected;
    const shown = this.drawing ? [] : this.tiles.filter(inQuestion);
    this.glideTo(shown.length ? this.closeUp(shown) : this.home());
  }

  // the view

  /** The size of the window in which the photo is shown; a hint stands below it. */
  size() {
    const height = this.hint.textContent ? this.hint.offsetTop : this.stage.clientHeight;
    return [this.stage.clientWidth || 1, height || 1];
  }

  /** A phone's photo is as high as the hand on it needs, any other as the window allows; the hand in tiles stays in sight. */
  setHeight() {
    const isPhone = innerWidth < 640;
    const box = this.box(!isPhone);
    const width = this.width = this.stage.clientWidth || innerWidth;
    const wanted = width * (box[3] - box[1]) / (box[2] - box[0]);
    const least = isPhone ? 120 : Math.min(width * 0.66, innerHeight * 0.4);
    const most = Math.max(least, Math.min(innerHeight * (isPhone ? 0.31 : 1), this.room()));
    this.stage.style.height = `${Math.round(Math.max(Math.min(isPhone ? 170 : least, most), Math.min(most, wanted)))}px`;
  }

  /** The height that leaves the hand in tiles in sight, above the dock where that lies below. */
  room() {
    const dock = this.desk.dock.host.getBoundingClientRect();
    const below = dock.width >= innerWidth - 1 ? dock.height : 0;
    const above = this.stage.getBoundingClientRect().top - this.desk.root.getBoundingClientRect().top + this.desk.top();
    return innerHeight - below - above - this.tools.offsetHeight - this.desk.hand.height(below > 0) - MARGIN;
  }

  /** The hand in tiles has become higher: the photo gives way, and never takes it back. */
  giveWay() {
    if (this.data?.photo && this.room() < this.stage.clientHeight) this.setHeight();
  }

  box(whole) {
    const { photo } = this.data;
    const hand = this.tiles.filter(tile => tile.part !== "others");
    const shown = hand.length ? hand : this.tiles;
    if (whole || !shown.length) return [0, 0, photo.width, photo.height];
    const side = shown.map(tile => sizeOf(tile.quad)).sort((a, b) => a - b)[shown.length >> 1];
    return enlarged(boundingBox(shown.map(tile => tile.quad)), side * 0.9, photo);
  }

  home() {
    return this.within(viewOf(this.box(this.whole || this.wide || this.drawing || Boolean(this.data.looking)), this.size()));
  }

  closeUp(tiles) {
    const side = Math.max(...tiles.map(tile => sizeOf(tile.quad)));
    const box = enlarged(boundingBox(tiles.map(tile => tile.quad)), side * 1.6, this.data.photo);
    return this.within(viewOf(box, this.size(), 84 / side));
  }

  within(view) {
    return clamped(view, this.data.photo, this.size());
  }

  glideTo(view) {
    cancelAnimationFrame(this.frame);
    const from = this.view;
    if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.show(view);
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
    cancelAnimationFrame(this.frame);
    if (Math.abs(this.stage.clientWidth - this.width) > TURNED) this.setHeight(); // what it gave way to another way up is over
    this.view = null;
    this.aim();
  }

  /** Show the view that a person chose. */
  moveTo(view) {
    this.moved = true;
    cancelAnimationFrame(this.frame);
    this.show(this.within(view));
  }

  zoom(by, at = this.size().map(side => side / 2)) {
    const least = viewOf(this.box(true), this.size()).scale;
    const scale = Math.max(least, Math.min(least * MAX_ZOOM, this.view.scale * by));
    const ratio = scale / this.view.scale;
    this.moveTo({ scale, x: at[0] - (at[0] - this.view.x) * ratio, y: at[1] - (at[1] - this.view.y) * ratio });
  }

  pan(dx, dy) {
    this.moveTo({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  // drawing

  controls() {
    const { words } = this.data;
    const tool = (key, sign, label, act, { pressed = null, shown = "" } = {}) => button(key, label, act,
      { title: label, "aria-pressed": pressed === null ? null : String(pressed) },
      el("span", { "aria-hidden": "true", class: "yd-sign", text: sign }), shown ? el("span", { text: shown }) : null);
    const shown = [
      tool("zoom-whole", "⤢", words.whole, () => {
        this.whole = !this.whole;
        this.moved = this.whole;
        this.controls();
        this.glideTo(this.home());
      }, { pressed: this.whole, shown: words.whole }),
      tool("zoom-in", "+", words.closer, () => this.zoom(1.5)),
      tool("zoom-out", "−", words.farther, () => this.zoom(1 / 1.5)),
      tool("draw", "⬚", this.drawing ? words.stop : words.draw, () => this.draw(!this.drawing),
        { pressed: this.drawing, shown: this.drawing ? words.stop : words.draw }),
    ];
    if (isNew(this, this.whole, this.drawing, this.data.language)) redraw(this.tools, ...shown);
  }

  /** Start or stop drawing a box around a missed tile. */
  draw(on) {
    this.drawing = on;
    this.stage.classList.toggle("yd-drawing", on);
    this.hint.textContent = on ? this.data.words.drawing : "";
    this.controls();
    if (this.moved && !this.whole) this.glideTo(this.within(this.view));
    else this.aim();
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
    const { scale } = this.view;
    this.picture.draw(this.view, this.data.photo.width);
    const handScale = viewOf(this.box(false), this.size()).scale;
    this.stage.style.touchAction = scale > handScale * 1.05 || this.drawing ? "none" : "pan-y";
    // During the search nothing is drawn on the photo until there are about enough tiles for a hand.
    const { looking, hand } = this.data;
    const plausible = !looking || Math.abs(hand.missing) <= 1;
    const tiles = (plausible ? [...this.tiles] : []).sort((a, b) => this.weight(a) - this.weight(b));
    const outlines = [...tiles].reverse().flatMap(tile => this.outline(tile));
    const boxes = tiles.map(tile => ({ ...tile, box: boundingBox([tile.quad.map(point => this.onScreen(point))]) }));
    const named = boxes.filter(tile => scale > handScale * CLOSE || tile.part !== "others" || this.weight(tile) < 0);
    const names = placeNames(named, this.size()).map(name => this.name(name));
    this.sheet.replaceChildren(...outlines, ...names, ...(this.rubberBand ? [this.rubberBand] : []));
  }

  weight(tile) {
    return tile.uid === this.selected ? -2 : this.highlighted.includes(tile.uid) ? -1 : WEIGHT[tile.part];
  }

  outline(tile) {
    const points = tile.quad.map(point => this.onScreen(point).map(side => side.toFixed(1)).join(",")).join(" ");
    const highlighted = tile.uid === this.selected || this.highlighted.includes(tile.uid);
    const css = `yd-part-${tile.part}${highlighted ? " yd-lit" : ""}${tile.doubt ? " yd-doubt" : ""}`;
    return [svg("polygon", { points, class: "yd-edge" }), svg("polygon", { points, class: css, "data-uid": tile.uid })];
  }

  name({ uid, short, x, y }) {
    return svg("text", { x: x.toFixed(1), y: (y + NAME_SIZE * 0.36).toFixed(1), text: short, "data-name": uid });
  }
}
