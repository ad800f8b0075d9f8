// Pixels and networks, in a thread beside Python's: both start at once, and taps are handled while a network runs.
// Python asks for the finder's output on a window, the reader's or leveller's on crops, plain crops, and the layout
// network's on tiles. An answer is flat numbers and their shape, by name.

import { held } from "./memory.js"; // before the engine, whose memory it bounds
import * as ort from "./ort/ort.wasm.bundle.min.mjs";
import { CROP, SQUARE, altered, crop, decoded, letterbox, pixels, tint } from "./pixels.js";
import { answering } from "./thread.js";

const started = start();
const pictures = {}; // the photo being read, further ones of its hand, frames of the viewfinder

async function start() {
  const began = performance.now();
  const card = await (await fetch("./card.json")).json();
  ort.env.wasm.wasmPaths = new URL("./ort/", import.meta.url).href;
  ort.env.wasm.numThreads = threads();
  const load = part => ort.InferenceSession.create(new URL(`./models/${part.file}`, import.meta.url).href,
    // Without its own arena the engine frees memory after each run: a tenth less after twelve photos.
    { executionProviders: ["wasm"], graphOptimizationLevel: "all", enableCpuMemArena: false, enableMemPattern: false });
  // One after the other: the first sets up the engine.
  const networks = { pair: card.pair, batch: card.reader.batch };
  for (const part of ["finder", "reader", "leveller", "layout"]) {
    if (card[part]) networks[part] = { session: await load(card[part]), Tensor: ort.Tensor };
  }
  return { networks, ms: performance.now() - began };
}

/** How many threads run a network: half of the processors, or one where the page says so or none can share memory. */
function threads() {
  const one = new URL(self.location).searchParams.has("one") || !self.crossOriginIsolated;
  return one ? 1 : Math.min(4, Math.max(1, navigator.hardwareConcurrency >> 1));
}

const DOES = {
  /** The networks' load time in milliseconds, once they stand. */
  begin: async () => (await started).ms,

  /** Bytes that the engine holds; null where something is lost if its thread ends: a photo is opened again, other pictures not. */
  held: () => Object.keys(pictures).some(name => name !== "photo") ? null : held(),

  /** Opens a photo: its searched size, how many photo pixels one searched pixel is, and its own size. */
  async open({ blob, name = "photo" }) {
    const { photo, ...told } = await decoded(blob);
    pictures[name] = photo;
    return { ...told, width: photo.width, height: photo.height };
  },

  /** Stores a frame of the camera; returns its size. */
  async film({ picture, name }) {
    const { width, height } = pictures[name] = pixels(picture);
    return { width, height };
  },

  /** Forgets these pictures. */
  async drop({ names }) {
    for (const name of names) delete pictures[name];
  },

  /** Forgets all pictures but the photo and these. */
  async keep({ names }) {
    for (const name of Object.keys(pictures)) if (name !== "photo" && !names.includes(name)) delete pictures[name];
  },

  /** A tile of a picture as RGBA pixels, for the page to draw. */
  async tile({ name, quad }) {
    const { width, height } = CROP;
    const [planes, size] = [cut(pictures[name], quad, CROP, {})[0], width * height];
    const data = Uint8ClampedArray.from({ length: 4 * size }, (_, at) => at % 4 === 3 ? 255 : 255 * planes[(at % 4) * size + (at >> 2)]);
    return { data, width, height };
  },

  /** Answers Python about a picture: flat numbers and their shape, by name. */
  async answer({ ask }) {
    const { networks } = await started.catch(() => new Promise(() => {})); // the page starts another thread, which answers
    return ANSWERS[ask.does](pictures[ask.picture || "photo"].shown(ask.how), ask, networks);
  },
};

const ANSWERS = {
  async find(photo, { window: [x, y, width, height, scale], how }, { finder }) {
    const { data, dims, scale: scales } = letterbox(photo, { x, y, width, height, scale }, how);
    const said = await run(finder, { images: [data, dims] });
    return { found: Object.values(said)[0], scale: [Float64Array.from(scales), [2]] };
  },

  name: (photo, { quads, wanted, how }, { reader, batch }) => inBatches(reader, "crops", cut(photo, quads, CROP, how), batch, wanted),

  /** Makes an altered copy of a photo of the rows of a set. */
  async alter(photo, { size: [height, width], light, noise, copy: [name] }) {
    pictures[name] = altered(photo, { height, width, light, noise });
    return {};
  },

  cut: async (photo, { quads, how }) => ({ crops: cut(photo, quads, CROP, how) }),

  level: (photo, { quads, how }, { leveller, batch }) => inBatches(leveller, "surroundings", cut(photo, quads, SQUARE, how), batch),

  lay(photo, { tiles, pairs }, { layout, pair }) {
    const n = Math.sqrt(pairs.length / pair);
    return run(layout, { tiles: [tiles, [1, n, tiles.length / n]], pairs: [pairs, [1, n, n, pair]], mask: [new Float32Array(n).fill(1), [1, n]] });
  },
};

/** Crops of quads (eight numbers each): planes of 0..1, and their shape. */
function cut(photo, numbers, shape, how) {
  const [count, size] = [numbers.length / 8, 3 * shape.width * shape.height];
  const out = new Float32Array(count * size);
  for (let k = 0; k < count; k += 1) {
    crop(photo, [0, 2, 4, 6].map(at => [numbers[8 * k + at], numbers[8 * k + at + 1]]), out, k * size, shape);
    tint(out, k * size, size / 3, how);
  }
  return [out, [count, 3, shape.height, shape.width]];
}

async function run({ session, Tensor }, given, wanted) {
  const feeds = Object.fromEntries(Object.entries(given).map(([name, [data, dims]]) => [name, new Tensor("float32", data, dims)]));
  const said = await session.run(feeds, wanted ?? session.outputNames);
  return Object.fromEntries(Object.entries(said).map(([name, { data, dims }]) => [name, [data, [...dims]]]));
}

/** The outputs of a network that takes `batch` at once. */
async function inBatches(network, input, [data, [count, ...shape]], batch, wanted) {
  const size = data.length / count;
  const parts = [];
  for (let at = 0; at < count; at += batch) {
    const part = data.subarray(at * size, Math.min(count, at + batch) * size);
    parts.push(await run(network, { [input]: [part, [part.length / size, ...shape]] }, wanted));
  }
  return Object.fromEntries(Object.entries(parts[0]).map(([name, [, dims]]) => {
    const whole = new Float32Array(count * dims.slice(1).reduce((a, b) => a * b, 1));
    let at = 0;
    for (const part of parts) { whole.set(part[name][0], at); at += part[name][0].length; }
    return [name, [whole, [count, ...dims.slice(1)]]];
  }));
}

onmessage = ({ data: { port } }) => answering(port, DOES);
