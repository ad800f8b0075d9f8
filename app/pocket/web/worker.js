// Python in a thread of its own: the hand and the rules, and what a photo's pixels and the networks are asked.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { answering, asking } from "./thread.js";

const python = start();
let engine; // asks the thread that has pixels and networks
let photo = async () => null; // the size of the hand's photo as it is searched; opened when it is first needed

async function start() {
  const began = performance.now();
  const pyodide = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  // numpy asks who calls it before it works in place in arrays of 256 kB and more; nobody here can say.
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

/** Answers whatever a talk asks of the photo or of what the camera shows, until it asks nothing more. */
async function answerAll(talk, of, show) {
  const { pyodide } = await python;
  try {
    for (let ask; (ask = toPlain(talk.asks())); ) {
      const answer = ask.does === "show" ? show() : await engine("answer", { ask, of });
      talk.heard(pyodide.toPy(answer ?? {}));
    }
    return talk.result?.copy(); // what is borrowed of a talk goes with it
  } finally {
    talk.destroy();
  }
}

/** Searches a photo to its end: the page hears of each reading, and with the last one how long it all took. */
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

// Each is called with Python once it has started, and with what the page says.
const DOES = {
  /** Joined to the thread that has pixels and networks; how long each part took to start, milliseconds. */
  async begin({ phone, times }, { port }) {
    engine = asking(port);
    const { card, ms } = await engine("begin");
    phone.use(JSON.stringify(card));
    return { ...times, networks: ms };
  },

  speak({ phone }, language) {
    phone.language = language;
  },

  /** Photos are read as of a taught set, of any without one. */
  teach: ({ pyodide, phone }, set) =>
    JSON.parse(phone.teach(set ? pyodide.toPy(new Uint8Array(set.data)) : undefined, set?.file ?? "")),

  /** Begins to read a photo: what is shown of it by then; the page hears of what is read as it is read. */
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

  /** Where tiles lie in what the camera shows, how sharp that is, and whether light glares in it. */
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

  beside({ phone }, rules) {
    phone.other = rules;
    return { shown: shown(phone) };
  },

  play({ phone }, rules) {
    phone.rules = rules || undefined;
  },

  reopen({ pyodide, phone }, { kept, photo: told, blob }) {
    photo = opener(blob);
    phone.reopen(kept, told ? pyodide.toPy(told) : undefined);
    return { shown: shown(phone) };
  },

  links: ({ phone }, { own, server }) => JSON.parse(phone.links(own, server)),

  follow({ phone }, text) {
    photo = opener(null);
    const told = phone.follow(text);
    return { told, ...shownAndKept(phone) };
  },

  shown: ({ phone }) => ({ shown: shown(phone) }),
};

answering(self, Object.fromEntries(Object.entries(DOES)
  .map(([name, does]) => [name, async what => does(await python, what)])));
