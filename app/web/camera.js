// The viewfinder: tiles are counted and framed in the camera's picture, with the reason why it waits; the hand builds
// up from clear frames, and the photo is taken by itself once it stands. What a frame shows is judged elsewhere.

import { el, onKey } from "./desk/dom.js";

const FRAME_SIDE = 1280; // pixels of the long side of a frame
const STILL_MS = 3000; // for which the device's own still is waited
const PAUSE_MS = 60; // between two looks at a camera without a new picture
const QUALITY = { type: "image/jpeg", quality: 0.93 };

/** Whether the browser offers its camera to this page at all. */
export const hasCamera = Boolean(globalThis.isSecureContext && navigator.mediaDevices?.getUserMedia);

/**
 * Open the viewfinder; resolves to whether a photo was taken. Throws if the camera is denied.
 *
 * `look(canvas)` answers what the viewfinder says of a frame: { quads, reason, count, groups, stands }, see
 * `vision.together.aiming`. `take(blob, alone)` takes a photo over and answers whether it did; one that nobody asked
 * for (`alone`) it may refuse, and the film goes on.
 */
export async function openFinder(say, look, take) {
  const stream = await navigator.mediaDevices.getUserMedia(
    { video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } } });
  const video = Object.assign(el("video", { playsinline: true }), { muted: true });
  const overlay = el("canvas", { "aria-hidden": "true" });
  const status = el("output", { role: "status" });
  const hand = el("div", { class: "yl-finder-hand", "aria-hidden": "true" });
  const shutter = el("button", { type: "button", class: "yl-finder-shutter", "aria-label": say.shutter, onclick: () => shoot(false) });
  const close = el("button", { type: "button", class: "yl-finder-close", text: say.close, onclick: () => end(false) });
  const view = el("div", { class: "yl-finder", role: "dialog", "aria-modal": "true", "aria-label": say.camera,
    onkeydown: event => { onKey(event, { Escape: () => end(false) }); stay(event); } },
  video, overlay, el("div", { class: "yl-finder-bar" }, hand, status, close, shutter));
  const before = document.activeElement;
  let [finish, open, shooting, wanted, looking] = [null, true, null, false, null];
  const ended = new Promise(resolve => { finish = resolve; });
  document.body.append(view);
  shutter.focus();
  video.srcObject = stream;
  watch().catch(() => { status.value = say.alone; }); // without the judge the shutter still works
  try {
    return await ended;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    view.remove();
    before?.focus?.({ preventScroll: true });
  }

  function end(taken) {
    open = false;
    finish(taken);
  }

  /** The focus stays in the dialog. */
  function stay(event) {
    if (event.key !== "Tab") return;
    event.preventDefault();
    (document.activeElement === shutter ? close : shutter).focus();
  }

  /** Take a photo, by itself or not, one at a time; a person's wish is carried out after one that was refused. */
  async function shoot(alone) {
    wanted ||= !alone;
    if (shooting) return;
    do {
      const isAlone = !wanted;
      wanted = false;
      await (shooting = taken(isAlone));
    } while (open && wanted);
    shooting = null;
  }

  async function taken(alone) {
    if (!video.videoWidth) return;
    view.classList.add("is-taking");
    status.value = say.taking;
    try {
      const blob = await still(stream, video);
      await looking?.catch(() => null); // one picture at a time
      if (await take(blob, alone)) {
        navigator.vibrate?.(40);
        end(true);
      }
    } catch (error) {
      status.value = `${say.untaken} ${error.message}`;
    } finally {
      view.classList.remove("is-taking");
    }
  }

  async function watch() {
    await video.play();
    while (open) {
      if (!video.videoWidth || shooting) {
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
        continue;
      }
      const frame = pictured(video, FRAME_SIDE);
      const { width, height } = frame;
      const aim = await (looking = look(frame));
      if (!open) return;
      if (shooting) continue;
      draw(width, height, aim);
      if (aim.stands) await shoot(true);
    }
  }

  function draw(width, height, { quads, reason, count, groups }) {
    outline(overlay, width, height, quads, !reason);
    view.dataset.reason = reason;
    const why = reason ? say[reason] : say.good;
    const words = ["no_tiles", "no_hand"].includes(reason) ? why.replace("{n}", count) : `${say.in_view.replace("{n}", quads.length)} ${why.replace("{n}", count)}`;
    if (status.value !== words) status.value = words;
    hand.replaceChildren(...groups.map(faces => el("span", {}, ...faces.map(face => el("span", { class: `yl-tile is-${face}` })))));
  }
}

/** A photo, as good as the device gives it: its own still where the browser has one, else the camera's picture. */
async function still(stream, video) {
  const own = globalThis.ImageCapture && new ImageCapture(stream.getVideoTracks()[0]);
  const late = new Promise(resolve => setTimeout(resolve, STILL_MS, null));
  const blob = own && await Promise.race([own.takePhoto().catch(() => null), late]);
  return blob ?? await pictured(video, Infinity).convertToBlob(QUALITY);
}

/** The camera's current picture, its long side at most `long` pixels. */
function pictured(video, long) {
  const scale = Math.min(1, long / Math.max(video.videoWidth, video.videoHeight));
  const canvas = new OffscreenCanvas(Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale));
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function outline(canvas, width, height, quads, good) {
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.strokeStyle = getComputedStyle(canvas).getPropertyValue(good ? "--yl-mark-hand" : "--yl-mark-win");
  pen.lineWidth = width / 320;
  for (const [[x, y], ...others] of quads) {
    pen.beginPath();
    pen.moveTo(x, y);
    for (const point of others) pen.lineTo(...point);
    pen.closePath();
    pen.stroke();
  }
}
