// Pixels and networks, in a thread beside Python's: both start at once, and taps are heard while a network runs.

import * as ort from "./ort/ort.wasm.bundle.min.mjs";
import { ANSWERS } from "./answers.js";
import { decoded, pixels, sharpness } from "./pixels.js";
import { glares } from "./glare.js";
import { answering } from "./thread.js";

const started = start();
const pictures = {}; // the photo that is read, and what the camera shows

async function start() {
  const began = performance.now();
  const card = await (await fetch("./card.json")).json();
  ort.env.wasm.wasmPaths = new URL("./ort/", import.meta.url).href;
  ort.env.wasm.numThreads = self.crossOriginIsolated ? Math.min(4, Math.max(1, navigator.hardwareConcurrency >> 1)) : 1;
  const load = part => ort.InferenceSession.create(new URL(`./models/${part.file}`, import.meta.url).href,
    // Without an arena of its own the engine gives memory back after each run: a tenth less after twelve photos.
    { executionProviders: ["wasm"], graphOptimizationLevel: "all", enableCpuMemArena: false, enableMemPattern: false });
  // One after the other: the engine is set up once, by the first.
  const networks = { pair: card.pair, batch: card.reader.batch };
  for (const part of ["finder", "reader", "leveller", "layout"]) {
    if (card[part]) networks[part] = { session: await load(card[part]), Tensor: ort.Tensor };
  }
  return { card, networks, ms: performance.now() - began };
}

const DOES = {
  /** The model's card, and how long its networks took to load, milliseconds. */
  async begin() {
    const { card, ms } = await started;
    return { card, ms };
  },

  /** Opens a photo: its size as it is searched, how many of its own pixels one of these is, and its own size. */
  async open({ blob }) {
    const { photo, ...told } = await decoded(blob);
    pictures.photo = photo;
    return { ...told, width: photo.width, height: photo.height };
  },

  /** Takes up what the camera shows: its size, how sharp it is, and whether light glares in it. */
  async film({ picture }) {
    const { width, height, data } = pictures.camera = pixels(picture);
    return { width, height, sharp: sharpness(pictures.camera), glaring: glares(data) };
  },

  /** What Python asks of the photo or of what the camera shows: numbers in a row, and their shape, by name. */
  async answer({ ask, of }) {
    const { networks } = await started;
    return ANSWERS[ask.does](pictures[of].shown(ask.how), ask, networks);
  },
};

onmessage = ({ data: { port } }) => answering(port, DOES);
