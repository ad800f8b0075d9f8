// Everything that takes long, beside the page: the networks in onnxruntime-web, the hand and the rules in Pyodide.

import * as ort from "./ort/ort.wasm.bundle.min.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { answered } from "./answers.js";
import { decoded, pixels, sharpness } from "./pixels.js";

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
    pyodide.unpackArchive(await (await fetch("./python.zip")).arrayBuffer(), "zip", { extractDir: "/home/pyodide" });
    times.pyodide = performance.now() - times.began;
    const module = pyodide.pyimport("yakulens.app.pocket.phone");
    times.python = performance.now() - times.began;
    return { pyodide, module, phone: module.Phone() };
  })();
  // One after the other: the engine is set up once, by the first.
  const networks = { pair: card.pair, batch: card.reader.batch };
  for (const part of ["finder", "reader", "leveller", "layout"]) {
    if (card[part]) networks[part] = { session: await load(card[part]), Tensor: ort.Tensor };
  }
  times.networks = performance.now() - times.began;
  const { pyodide, module, phone } = await python;
  phone.use(JSON.stringify(card));
  const answer = (talk, photo) => answered(talk, photo, networks, pyodide.toPy, stage => postMessage({ stage }));
  return { answer, times, pyodide, module, phone };
}

let current = null;

const listed = proxy => {
  const list = proxy.toJs();
  proxy.destroy();
  return list;
};

const DOES = {
  async words(all, locale) {
    const told = JSON.parse(all.module.words(locale));
    all.phone.language = told.language;
    return { ...told, times: all.times };
  },

  /** Photos are read as of a taught set, of any without one. */
  async teach(all, set) {
    return JSON.parse(all.phone.teach(set ? all.pyodide.toPy(new Uint8Array(set.data)) : undefined, set?.file ?? ""));
  },

  /** A photo read: what is shown of it, and how long each part took, milliseconds. */
  async read(all, { blob, url }) {
    const times = [performance.now()];
    const { photo, shrink, wide, high } = await decoded(blob);
    current = { photo, shrink };
    times.push(performance.now());
    const laid = await all.answer(all.phone.look(photo.height, photo.width, shrink), photo);
    times.push(performance.now());
    all.phone.lay(laid, all.pyodide.toPy({ url, width: wide, height: high }));
    const reading = JSON.parse(all.phone.reading_json());
    const shown = JSON.parse(all.phone.shown());
    times.push(performance.now());
    const [decode, detect, layout] = [0, 1, 2].map(k => times[k + 1] - times[k]);
    return { shown, reading, ms: { decode, detect, layout } };
  },

  /** Where tiles lie in what the camera shows, and how sharp that is. */
  async count(all, picture) {
    const photo = pixels(picture);
    const rows = listed(await all.answer(all.phone.count(photo.height, photo.width), photo));
    const quads = rows.map(row => [0, 2, 4, 6].map(k => [row[k], row[k + 1]]));
    return { quads, sharp: sharpness(photo) };
  },

  async typed(all) {
    all.phone.begin();
    return { shown: JSON.parse(all.phone.shown()) };
  },

  async hear(all, message) {
    const box = message.events?.find(event => event.do === "box")?.box;
    if (box && current) {
      const { photo, shrink } = current;
      const found = await all.answer(all.phone.box(all.pyodide.toPy(box), photo.height, photo.width, shrink), photo);
      all.phone.hear(all.pyodide.toPy(message), found, shrink);
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
