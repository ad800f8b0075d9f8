// Fingers, mouse, wheel and keys on the photo: they move and zoom it, tap a tile, draw a box.

import { boundingBox, centerDistance, centerOf, enlarged, nearest } from "./geometry.js";
import { svg } from "./dom.js";

const REACH = 22; // half of the minimum target size, screen pixels
const TAP_SLOP = 8; // screen pixels; a smaller movement is a tap
const STEP = 48; // screen pixels per arrow key

export class Fingers {
  constructor(photo) {
    Object.assign(this, { photo, touching: new Map(), start: null, panning: false });
  }

  /** Listen to a photo's stage. */
  on(stage) {
    stage.addEventListener("pointerdown", event => this.down(event));
    stage.addEventListener("pointermove", event => this.move(event));
    stage.addEventListener("pointerup", event => this.up(event));
    stage.addEventListener("pointercancel", event => this.touching.delete(event.pointerId));
    stage.addEventListener("keydown", event => this.key(event));
    stage.addEventListener("wheel", event => this.wheel(event), { passive: false });
  }

  at(event) {
    const box = this.photo.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button) return;
    this.touching.set(event.pointerId, this.at(event));
    this.start = this.touching.size === 1 ? this.at(event) : null;
    if (this.photo.drawing || this.touching.size > 1) this.photo.stage.setPointerCapture(event.pointerId);
  }

  move(event) {
    const before = this.touching.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const isDrag = this.start && Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) > TAP_SLOP;
    if (this.photo.drawing && this.touching.size === 1) return this.stretchBox(now);
    if (this.touching.size === 2) this.pinch(event.pointerId, now);
    else if (isDrag || this.panning) {
      this.panning = true;
      this.photo.pan(now[0] - before[0], now[1] - before[1]);
    } else return;
    this.touching.set(event.pointerId, now);
  }

  pinch(id, now) {
    const [other] = [...this.touching].filter(([key]) => key !== id).map(([, point]) => point);
    const before = this.touching.get(id);
    const spread = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    this.start = null;
    this.photo.zoom(spread(now) / spread(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  up(event) {
    const wasDown = this.touching.delete(event.pointerId);
    const { start, panning } = this;
    if (!this.touching.size) this.panning = false;
    if (!wasDown || !start || panning) return;
    if (this.photo.drawing) return this.finishBox(start, this.at(event));
    const tile = nearest(this.photo.tiles, this.photo.onPhoto(this.at(event)), REACH / this.photo.view.scale);
    if (!tile) return;
    if (this.photo.desk.isPicked(tile.uid) && this.isCrowded(tile, event)) this.zoomTo(tile, this.at(event));
    else this.photo.desk.tapTile(tile.uid);
  }

  /** Whether a tile is smaller than a finger and has another one beside it that the finger may have meant. */
  isCrowded(tile, { pointerType }) {
    const least = pointerType === "mouse" ? REACH : 2 * REACH;
    return this.shortSide(tile) < least && this.photo.tiles.some(each => each !== tile
      && centerDistance(each.quad, centerOf(tile.quad)) * this.photo.view.scale < 2 * REACH);
  }

  shortSide({ quad }) {
    return Math.min(...[0, 1].map(k => Math.hypot(...[0, 1].map(axis => quad[k + 1][axis] - quad[k][axis])))) * this.photo.view.scale;
  }

  /** Bring a tile so near that a finger meets it alone; what it was tapped for takes another tap. */
  zoomTo(tile, at) {
    this.photo.zoom(2.2 * REACH / this.shortSide(tile), at);
  }

  stretchBox(now) {
    const [x, y, right, bottom] = boundingBox([[this.start, now]]);
    this.photo.rubberBand = svg("rect", { x, y, width: right - x, height: bottom - y, class: "yd-rubber" });
    this.photo.paint();
  }

  /** Send a drawn box, or for a tap one the size of the nearest tile. */
  finishBox(start, end) {
    this.photo.rubberBand = null;
    const [from, to] = [start, end].map(point => this.photo.onPhoto(point));
    let box = boundingBox([[from, to]]);
    if (Math.hypot(start[0] - end[0], start[1] - end[1]) <= TAP_SLOP) box = this.boxAt(from);
    this.photo.draw(false);
    this.photo.desk.send({ do: "box", box: enlarged(box, 0, this.photo.data.photo), place: this.photo.desk.picks() });
  }

  boxAt(point) {
    const distance = ({ quad }) => centerDistance(quad, point);
    const near = [...this.photo.tiles].sort((a, b) => distance(a) - distance(b))[0];
    const [left, top, right, bottom] = near ? boundingBox([near.quad]) : [0, 0, 60, 80];
    const half = [(right - left) / 2, (bottom - top) / 2];
    return [point[0] - half[0], point[1] - half[1], point[0] + half[0], point[1] + half[1]];
  }

  wheel(event) {
    event.preventDefault();
    this.photo.zoom(Math.exp(-event.deltaY / 400), this.at(event));
  }

  key(event) {
    const moves = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
    const zooms = { "+": 1.25, "=": 1.25, "-": 0.8 };
    if (moves[event.key]) this.photo.pan(...moves[event.key]);
    else if (zooms[event.key]) this.photo.zoom(zooms[event.key]);
    else if (event.key === "0") this.photo.glideTo(this.photo.home());
    else if (event.key === "Escape" && this.photo.drawing) this.photo.draw(false);
    else return;
    event.preventDefault();
  }
}
