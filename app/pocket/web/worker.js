// Python in its own thread: the hand, the rules, and the questions to a photo's pixels and the networks.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { answering, asking } from "./thread.js";

const python = start();
let engine; // asks the thread with pixels and networks
let photo = async () => null; // the searched size of the hand's photo, which is opened when first needed

async function start() {
  const began = performance.now();
  const pyodide = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  // numpy inspects its callers before it works in place in arrays of 256 kB or more; here it cannot.
  pyodide._module.mergeLibSymbols({ backtrace: () => 0 }, "numpy");
  pyodide.unpackArchive(await (await fetch("./python.zip")).arrayBuffer(), "zip", { extractDir: "/home/pyodide" });
  const loaded = performance.now();
  const phone = pyodide.pyimport("yakulens.app.pocket.phone").Phone();
  return { pyodide, phone, times: { pyodide: loaded - began, python: performance.now() - began } };
}

const toPlain = proxy => {
  const value = proxy?.toJs({ dict_converter: Object.fromEntries });
  proxy?.destroy();
  return value;
};

const shown = phone => JSON.parse(phone.shown());

/** Answers a talk's questions about the photo or the camera's picture, until it asks nothing more. */
async function answerAll(talk, of, show) {
  const { pyodide } = await python;
  try {
    for (let ask; (ask = toPlain(talk.asks())); ) {
      const answer = ask.does === "show" ? show() : await engine("answer", { ask, of });
      talk.heard(pyodide.toPy(answer ?? {}));
    }
    return talk.result?.copy(); // a borrowed result dies with its talk
  } finally {
    talk.destroy();
  }
}

/** Searches a photo to its end: the page gets each reading, and the total time with the last. */
async function runSearch(phone, talk, hand, began) {
  const since = () => performance.now() - began;
  let first;
  const tell = more => {
    first ??= since();
    postMessage({ hand, ...shownAndKept(phone), ...more });
  };
  try {
    (await answerAll(talk, "photo", tell))?.destroy();
    tell({ last: { reading: JSON.parse(phone.reading_json()), ms: { first: first ?? since(), all: since() } } });
  } catch (error) {
    postMessage({ hand, failed: String(error?.message ?? error) });
  }
}

const opener = blob => {
  let opened;
  return async () => blob ? opened ??= engine("open", { blob }) : null;
};

const shownAndKept = phone => ({ shown: shown(phone), kept: phone.kept() });

// Each is called with Python, once started, and the page's message.
const DOES = {
  /** Connects to the thread with pixels and networks; returns each part's start time in milliseconds. */
  async begin({ phone, times }, { port }) {
    engine = asking(port);
    const { card, ms } = await engine("begin");
    phone.use(JSON.stringify(card));
    return { ...times, networks: ms };
  },

  speak({ phone }, language) {
    phone.language = language;
  },

  /** Reads photos with a taught set, or none. */
  teach: ({ pyodide, phone }, set) =>
    JSON.parse(phone.teach(set ? pyodide.toPy(new Uint8Array(set.data)) : undefined, set?.file ?? "")),

  /** Starts to read a photo and returns the current view; readings reach the page as they come. */
  async read({ pyodide, phone }, { id, blob, url }) {
    const began = performance.now();
    phone.leave();
    photo = opener(blob);
    const { width, height, shrink, wide, high } = await photo();
    const talk = phone.look(pyodide.toPy({ url, width: wide, height: high }), height, width, shrink);
    runSearch(phone, talk, id, began);
    return { shown: shown(phone) };
  },

  leave: ({ phone }) => phone.leave(),

  /** The tiles in the camera's picture, its sharpness, and whether there is glare. */
  async count({ phone }, picture) {
    const { width, height, ...told } = await engine("film", { picture }, [picture]);
    const rows = toPlain(await answerAll(phone.count(height, width), "camera"));
    return { ...told, quads: rows.map(row => [0, 2, 4, 6].map(k => [row[k], row[k + 1]])) };
  },

  typed({ phone }) {
    photo = opener(null);
    phone.begin();
    return { shown: shown(phone) };
  },

  async hear({ pyodide, phone }, message) {
    const box = message.events?.find(event => event.do === "box")?.box;
    const size = box && await photo();
    if (size) {
      const { width, height, shrink } = size;
      const tile = await answerAll(phone.box(pyodide.toPy(box), height, width, shrink), "photo");
      phone.hear(pyodide.toPy(message), tile, shrink);
    } else phone.hear(pyodide.toPy(message));
    return shownAndKept(phone);
  },

  play({ phone }, rules) {
    phone.play(rules || undefined);
  },

  reopen({ pyodide, phone }, { kept, photo: told, blob }) {
    photo = opener(blob);
    phone.reopen(kept, told ? pyodide.toPy(told) : undefined);
    return { shown: shown(phone) };
  },

  links: ({ phone }, { own, server }) => JSON.parse(phone.links(own, server)),

  follow({ phone }, text) {
    const told = phone.follow(text); // throws if the text holds no hand: what is open stays
    photo = opener(null);
    return { told, ...shownAndKept(phone) };
  },

  shown: ({ phone }) => ({ shown: shown(phone) }),
};

answering(self, Object.fromEntries(Object.entries(DOES)
  .map(([name, does]) => [name, async what => does(await python, what)])));
