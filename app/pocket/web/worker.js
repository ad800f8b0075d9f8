// Everything that takes long, beside the page: the networks in onnxruntime-web, the hand and the rules in Pyodide.

import * as ort from "./ort/ort.wasm.bundle.min.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { Reader } from "./reader.js";
import { decoded, pixels, sharpness } from "./pixels.js";
import { quadsOf, read, searched, shown } from "./search.js";

const started = start();

async function start() {
  const card = await (await fetch("./card.json")).json();
  ort.env.wasm.wasmPaths = new URL("./ort/", import.meta.url).href;
  ort.env.wasm.numThreads = self.crossOriginIsolated ? Math.min(4, Math.max(1, navigator.hardwareConcurrency >> 1)) : 1;
  const load = part => ort.InferenceSession.create(new URL(`./models/${part.file}`, import.meta.url).href,
    // Without an arena of its own the engine gives memory back after each run: a tenth less after twelve photos.
    { executionProviders: ["wasm"], graphOptimizationLevel: "all", enableCpuMemArena: false, enableMemPattern: false });
  const times = { began: performance.now() };
  const python = (async () => {
    const pyodide = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
    // numpy asks who calls it before it works in place in arrays of 256 kB and more; nobody here can say.
    pyodide._module.mergeLibSymbols({ backtrace: () => 0 }, "numpy");
    for (const part of ["numpy.zip", "yakulens.zip"]) {
      pyodide.unpackArchive(await (await fetch(`./${part}`)).arrayBuffer(), "zip", { extractDir: "/home/pyodide" });
    }
    times.pyodide = performance.now() - times.began;
    const module = pyodide.pyimport("yakulens.app.pocket.phone");
    times.python = performance.now() - times.began;
    return { pyodide, module, phone: module.Phone() };
  })();
  // One after the other: the engine is set up once, by the first.
  const network = await load(card.finder);
  const finder = async ({ data, dims }) => Object.values(await network.run({ images: new ort.Tensor("float32", data, dims) }))[0];
  const reader = new Reader(await load(card.reader), ort, card.reader.batch);
  const layout = await load(card.layout);
  times.networks = performance.now() - times.began;
  return { card, finder, reader, layout, times, ...await python };
}

/** What the layout network says of the tiles. */
async function laidOut({ layout, phone, pyodide, card }, told) {
  const [own, pairs] = ["tiles", "pairs"].map(name => {
    const proxy = told[name];
    const buffer = proxy.getBuffer("f32");
    const data = buffer.data.slice();
    buffer.release();
    proxy.destroy();
    return data;
  });
  told.destroy();
  const n = Math.sqrt(pairs.length / card.pair);
  const heads = Object.keys(card.temperatures);
  const logits = Object.fromEntries(heads.map(head => [head, []]));
  if (n) {
    const feeds = {
      tiles: new ort.Tensor("float32", own, [1, n, own.length / n]),
      pairs: new ort.Tensor("float32", pairs, [1, n, n, card.pair]),
      mask: new ort.Tensor("float32", new Float32Array(n).fill(1), [1, n]),
    };
    const said = await layout.run(feeds, heads);
    for (const head of heads) logits[head] = Array.from(said[head].data);
  }
  phone.told(pyodide.toPy(logits), pyodide.toPy(card.temperatures));
}

let current = null;

const DOES = {
  async words(all, locale) {
    const told = JSON.parse(all.module.words(locale));
    all.phone.language = told.language;
    return { ...told, times: all.times };
  },

  /** A photo read: what is shown of it, and how long each part took, milliseconds. */
  async read(all, { blob, url }) {
    const times = [performance.now()];
    const { photo, shrink, wide, high } = await decoded(blob);
    current = { photo, shrink };
    times.push(performance.now());
    const looking = all.phone.look(JSON.stringify(all.card), photo.height, photo.width);
    const python = { looking, phone: all.phone, toPy: all.pyodide.toPy, laidOut: asked => laidOut(all, asked) };
    const further = await searched(photo, all.finder, all.reader, python);
    looking.destroy();
    times.push(performance.now());
    await laidOut(all, all.phone.ask(all.pyodide.toPy(further), shrink));
    const reading = JSON.parse(all.phone.reading_json());
    all.phone.begin(all.pyodide.toPy({ url, width: wide, height: high }));
    const shown = JSON.parse(all.phone.shown());
    times.push(performance.now());
    const [decode, detect, layout] = [0, 1, 2].map(k => times[k + 1] - times[k]);
    return { shown, reading, ms: { decode, detect, layout } };
  },

  /** Where tiles lie in what the camera shows, and how sharp that is. */
  async count(all, picture) {
    const photo = pixels(picture);
    const finder = { ...all.card.finder, long_side: Math.max(photo.width, photo.height) };
    const looking = all.phone.look(JSON.stringify({ ...all.card, finder }), photo.height, photo.width);
    await shown(photo, all.finder, looking, all.pyodide.toPy);
    const quads = quadsOf(looking.counted());
    looking.destroy();
    return { quads, sharp: sharpness(photo) };
  },

  async typed(all) {
    all.phone.begin(undefined);
    return { shown: JSON.parse(all.phone.shown()) };
  },

  async hear(all, message) {
    const box = message.events?.find(event => event.do === "box")?.box;
    if (box && current) {
      const quads = all.phone.box(all.pyodide.toPy(box), current.shrink);
      await read(current.photo, all.reader, quads, all.pyodide.toPy);
      all.phone.hear(all.pyodide.toPy(message), quads, current.shrink);
      quads.destroy();
    } else all.phone.hear(all.pyodide.toPy(message));
    return { shown: JSON.parse(all.phone.shown()), kept: all.phone.kept() };
  },

  async beside(all, rules) {
    all.phone.other = rules;
    return { shown: JSON.parse(all.phone.shown()) };
  },

  async play(all, rules) {
    all.phone.rules = rules || undefined;
    return null;
  },

  async reopen(all, { kept, photo }) {
    current = null;
    all.phone.reopen(kept, photo ? all.pyodide.toPy(photo) : undefined);
    return { shown: JSON.parse(all.phone.shown()) };
  },

  async links(all, { own, server }) {
    return JSON.parse(all.phone.links(own, server));
  },

  async follow(all, text) {
    current = null;
    const told = all.phone.follow(text);
    return { told, shown: JSON.parse(all.phone.shown()), kept: all.phone.kept() };
  },

  async shown(all) {
    return { shown: JSON.parse(all.phone.shown()) };
  },

  async kept(all) {
    return all.phone.kept();
  },
};

// One thing after the other, in the order in which it was asked.
let before = started;

onmessage = ({ data: { id, does, what } }) => {
  before = before.catch(() => null).then(async () => {
    try {
      postMessage({ id, answer: await DOES[does](await started, what) });
    } catch (error) {
      postMessage({ id, failed: String(error?.message ?? error) });
    }
  });
};
