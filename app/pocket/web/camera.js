// The camera's picture, in which the finder counts the tiles: what is still and sharp takes itself.

import { el } from "./desk/dom.js";

const LOOK = 480; // pixels of the long side of what the finder is shown
const HAND = 13;
const LOOKS = 3; // so many looks after each other are as still as a photo has to be
const STILL = 0.15; // tile widths between two looks
const SHARP = 0.8; // of the sharpest look of late
const FADES = 0.97; // of its sharpness with every look
const FAR = 11; // tiles with a shorter side, as the finder is shown them, are seen better from nearer

/** Whether the browser gives its camera to this page at all. */
export const able = Boolean(globalThis.isSecureContext && navigator.mediaDevices?.getUserMedia);

/**
 * A photo out of the camera's picture, a JPEG; null where the person closes it.
 *
 * count says of a picture { quads, sharp, glaring }: where tiles lie, pixels, how sharp it is, and whether light
 * glares in it. Throws where the camera is not given.
 */
export async function photographed(say, count) {
  const stream = await navigator.mediaDevices.getUserMedia(
    { video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } } });
  const video = Object.assign(el("video", { playsinline: true }), { muted: true });
  const drawn = el("canvas", { "aria-hidden": "true" });
  const told = el("output", { role: "status" });
  let end;
  const taken = new Promise(done => { end = done; });
  const shutter = el("button", { class: "pk-shutter", "aria-label": say.shutter, onclick: take });
  const close = el("button", { class: "pk-button", text: say.close, onclick: () => end(null) });
  const view = el("div", { class: "pk-camera", role: "dialog", "aria-label": say.camera }, video, drawn,
    el("div", {}, close, told, shutter));
  document.body.append(view);
  shutter.focus();
  video.srcObject = stream;
  let open = true;
  const looking = looks().catch(() => null); // without what the finder tells, the shutter still takes the photo
  try {
    const canvas = await taken;
    return canvas && await canvas.convertToBlob({ type: "image/jpeg", quality: 0.93 });
  } finally {
    open = false;
    for (const track of stream.getTracks()) track.stop();
    view.remove();
    await looking;
  }

  function take() {
    if (video.videoWidth) end(frame(video, Infinity));
  }

  async function looks() {
    await video.play();
    let [before, still, sharpest] = [[], 0, 0];
    while (open) {
      if (!video.videoWidth) {
        await new Promise(done => setTimeout(done, 50));
        continue;
      }
      const small = frame(video, LOOK);
      const { quads, sharp, glaring } = await count(small.transferToImageBitmap());
      sharpest = Math.max(sharpest * FADES, sharp);
      const clear = !glaring && sharp >= SHARP * sharpest;
      still = quads.length >= HAND && clear && moved(quads, before) < STILL ? still + 1 : 0;
      before = quads;
      if (!open) return;
      outlined(drawn, small, quads);
      const side = middle(quads.map(shortSide));
      const moves = quads.length >= HAND && (!clear || !still);
      const hint = glaring ? say.glare : quads.length && side < FAR ? say.closer : moves ? say.still : "";
      told.value = `${say.in_view.replace("{n}", quads.length)} ${hint}`;
      if (still >= LOOKS) take();
    }
  }
}

/** What the camera shows now, its long side so many pixels. */
function frame(video, long) {
  const scale = Math.min(1, long / Math.max(video.videoWidth, video.videoHeight));
  const canvas = new OffscreenCanvas(Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale));
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function outlined(canvas, { width, height }, quads) {
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

function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** How far the tiles moved between two looks, tile widths, in the middle of them. */
function moved(now, before) {
  if (!before.length) return Infinity;
  const then = before.map(centre);
  return middle(now.map(quad => {
    const [x, y] = centre(quad);
    return Math.min(...then.map(([u, v]) => Math.hypot(x - u, y - v))) / Math.max(shortSide(quad), 1);
  }));
}
