// A photo on a canvas. Of an image element that is gone a browser keeps the pixels for minutes, 50 MB of a usual photo;
// those of a bitmap are let go at once. Several canvases may show one photo: it is decoded once.

import { bitmapOf } from "./bitmap.js";
import { el } from "./dom.js";

const RETRY_MS = 400;
const MAX_PAUSE_MS = 6400;
const shown = new Map(); // by address: the photo, once it has come, and on how many canvases it is

export class Picture {
  /** `onCome` is called once a photo may be drawn. */
  constructor(onCome, css = null) {
    Object.assign(this, { onCome, coming: null, here: null, bitmap: null });
    this.canvas = el("canvas", { class: css, "aria-hidden": "true" });
  }

  /** Show the photo at an address once it has come; the one before stays until then. */
  async show(url) {
    letGo(this.coming);
    const coming = this.coming = { url };
    const bitmap = await taken(url).catch(() => null); // what is no picture is not shown
    if (this.coming !== coming || !bitmap) return;
    letGo(this.here);
    Object.assign(this, { here: coming, coming: null, bitmap });
    this.onCome();
  }

  /** Show none. */
  close() {
    letGo(this.coming);
    letGo(this.here);
    Object.assign(this, { coming: null, here: null, bitmap: null });
    delete this.canvas.dataset.shows;
    this.pen(0, 0);
  }

  /** Draw the part that the window shows: `scale` pixels of the page for one of the photo, which is `width` wide, and the
   * photo's left upper corner at `x` and `y`. */
  draw({ scale, x, y }, width) {
    const { canvas, bitmap } = this;
    const pen = this.pen(canvas.clientWidth * devicePixelRatio, canvas.clientHeight * devicePixelRatio);
    if (!bitmap) return;
    const wide = scale * width;
    const place = [x, y, wide, wide * bitmap.height / bitmap.width];
    pen.scale(devicePixelRatio, devicePixelRatio);
    pen.drawImage(bitmap, ...place);
    canvas.dataset.shows = place.map(side => side.toFixed(2)).join(" ");
  }

  /** Draw the whole, in as many pixels as the page is wide. */
  drawWhole() {
    const { bitmap } = this;
    const shrink = Math.min(1, innerWidth * devicePixelRatio / bitmap.width);
    const pen = this.pen(bitmap.width * shrink, bitmap.height * shrink);
    pen.drawImage(bitmap, 0, 0, pen.canvas.width, pen.canvas.height);
  }

  /** What draws on the canvas, empty and of this size in its own pixels. */
  pen(...sides) {
    const [width, height] = sides.map(Math.round);
    const pen = this.canvas.getContext("2d");
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    pen.resetTransform();
    pen.clearRect(0, 0, width, height);
    pen.imageSmoothingQuality = "high";
    return pen;
  }
}

function taken(url) {
  const photo = shown.get(url) ?? { bitmap: fetched(url), on: 0 };
  photo.on += 1;
  shown.set(url, photo);
  return photo.bitmap;
}

function letGo(what) {
  const photo = shown.get(what?.url);
  if (!photo || (photo.on -= 1)) return;
  shown.delete(what.url);
  photo.bitmap.then(bitmap => bitmap.close(), () => null);
}

/** The photo at an address. What does not come, as on a phone without network, is asked for again, with growing pauses. */
async function fetched(url) {
  for (let pause = RETRY_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      const answer = await fetch(url);
      const type = answer.headers.get("content-type") ?? "";
      if (answer.ok) return await bitmapOf(new Blob([await answer.arrayBuffer()], { type }));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise(done => setTimeout(done, pause));
    if (!shown.has(url)) throw new Error("nobody waits for it");
  }
}
