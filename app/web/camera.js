// The camera's picture, in which the finder counts tiles; it takes a photo by itself once still and sharp.

import { el, onKey } from "./desk/dom.js";

const FINDER_SIDE = 480; // pixels of the long side that the finder sees
const MIN_TILES = 13;
const STILL_LOOKS = 3; // in a row, before the photo is taken
const STILL = 0.15; // tile widths between two looks
const SHARP = 0.8; // of the sharpest recent look
const FADES = 0.97; // decay of that maximum per look
const FAR = 11; // pixels: tiles with a shorter side, in the finder's picture, need a closer look

/** Whether the browser offers its camera to this page at all. */
export const hasCamera = Boolean(globalThis.isSecureContext && navigator.mediaDevices?.getUserMedia);

/**
 * A photo from the camera, a JPEG; null if the person closes the dialog.
 *
 * `count` returns { quads, sharp, glaring } of a picture: the tiles in pixels, its sharpness, and whether there is
 * glare. Throws if the camera is denied.
 */
export async function takePhoto(say, count) {
  const stream = await navigator.mediaDevices.getUserMedia(
    { video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } } });
  const video = Object.assign(el("video", { playsinline: true }), { muted: true });
  const overlay = el("canvas", { "aria-hidden": "true" });
  const status = el("output", { role: "status" });
  let end;
  const photo = new Promise(resolve => { end = resolve; });
  const shutter = el("button", { class: "pk-shutter", "aria-label": say.shutter, onclick: take });
  const close = el("button", { class: "pk-button", text: say.close, onclick: () => end(null) });
  const view = el("div", { class: "pk-camera", role: "dialog", "aria-label": say.camera, onkeydown: e => onKey(e, { Escape: () => end(null) }) }, video, overlay,
    el("div", {}, close, status, shutter));
  document.body.append(view);
  shutter.focus();
  video.srcObject = stream;
  let open = true;
  const watching = watch().catch(() => null); // without the finder the shutter still works
  try {
    const canvas = await photo;
    return canvas && await canvas.convertToBlob({ type: "image/jpeg", quality: 0.93 });
  } finally {
    open = false;
    for (const track of stream.getTracks()) track.stop();
    view.remove();
    await watching;
  }

  function take() {
    if (video.videoWidth) end(frame(video, Infinity));
  }

  async function watch() {
    await video.play();
    let [before, stillLooks, sharpest] = [[], 0, 0];
    while (open) {
      if (!video.videoWidth) {
        await new Promise(resolve => setTimeout(resolve, 50));
        continue;
      }
      const small = frame(video, FINDER_SIDE);
      const { quads, sharp, glaring } = await count(small.transferToImageBitmap());
      sharpest = Math.max(sharpest * FADES, sharp);
      const clear = !glaring && sharp >= SHARP * sharpest;
      stillLooks = quads.length >= MIN_TILES && clear && movement(quads, before) < STILL ? stillLooks + 1 : 0;
      before = quads;
      if (!open) return;
      outline(overlay, small, quads);
      const side = median(quads.map(shortSide));
      const moves = quads.length >= MIN_TILES && (!clear || !stillLooks);
      const hint = glaring ? say.glare : quads.length && side < FAR ? say.closer : moves ? say.still : "";
      status.value = `${say.in_view.replace("{n}", quads.length)} ${hint}`;
      if (stillLooks >= STILL_LOOKS) take();
    }
  }
}

/** The camera's current picture, its long side at most `long` pixels. */
function frame(video, long) {
  const scale = Math.min(1, long / Math.max(video.videoWidth, video.videoHeight));
  const canvas = new OffscreenCanvas(Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale));
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function outline(canvas, { width, height }, quads) {
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.strokeStyle = "#3ddc97";
  pen.lineWidth = 2;
  for (const [x, y, ...rest] of quads.map(quad => quad.flat())) {
    pen.beginPath();
    pen.moveTo(x, y);
    for (let k = 0; k < rest.length; k += 2) pen.lineTo(rest[k], rest[k + 1]);
    pen.closePath();
    pen.stroke();
  }
}

const centre = quad => [0, 1].map(side => quad.reduce((sum, point) => sum + point[side], 0) / 4);
const shortSide = quad => Math.min(Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]), Math.hypot(quad[2][0] - quad[1][0], quad[2][1] - quad[1][1]));

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** How far tiles moved between two looks: the median, in tile widths. */
function movement(now, before) {
  if (!before.length) return Infinity;
  const then = before.map(centre);
  return median(now.map(quad => {
    const [x, y] = centre(quad);
    return Math.min(...then.map(([u, v]) => Math.hypot(x - u, y - v))) / Math.max(shortSide(quad), 1);
  }));
}
