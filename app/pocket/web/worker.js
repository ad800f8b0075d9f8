// Python in its own thread: the hand, the rules, and the questions to a photo's pixels and the networks.

import { start } from "./python.js";
import { Taught } from "./taught.js";
import { answering, asking } from "./thread.js";

const GONE = Symbol("the thread asked has ended");
const python = start();
const { promise: first, resolve: connected } = withResolvers();
let networks = first; // asks the thread with pixels and networks; resolved once there is one
const draws = new Map(); // by name, opens a photo of a draw that is being read
let photo = async () => null; // the searched size of the hand's photo, which is opened when first needed

function withResolvers() {
  let resolve;
  const promise = new Promise(done => { resolve = done; });
  return { promise, resolve };
}

/** Ask the thread with pixels and networks, in which `open` opens what is asked about; if it ends before it answers,
 * the next one is asked, where that has to be opened again. */
async function engine(does, what, transfer, open) {
  for (;;) {
    const thread = await networks;
    await open?.();
    if (await networks !== thread) continue; // nothing is open yet in the one that came meanwhile
    const answer = await Promise.race([thread.ask(does, what, transfer), thread.gone]);
    if (answer !== GONE) return answer;
  }
}

const toPlain = proxy => {
  const value = proxy?.toJs({ dict_converter: Object.fromEntries });
  proxy?.destroy();
  return value;
};

const shown = phone => JSON.parse(phone.shown());

/** Answers a talk's questions about pictures, until it asks nothing more. */
async function answerAll(talk, show) {
  const { pyodide } = await python;
  try {
    for (let ask; (ask = toPlain(talk.asks())); ) {
      const open = () => ask.picture ? draws.get(ask.picture)?.() ?? taught.open(ask.picture) : photo();
      const answer = ask.does === "show" ? show() : await engine("answer", { ask }, [], open);
      const told = pyodide.toPy(answer ?? {});
      talk.heard(told);
      told.destroy(); // what JavaScript holds of Python's is freed whenever it likes: a photo's answers are 20 MB
    }
    const { result } = talk;
    return result?.copy ? result.copy() : result; // a borrowed object dies with its talk
  } finally {
    talk.destroy();
  }
}

/** Searches a photo to its end: the page gets each reading, and the total time with the last. */
async function runSearch(phone, talk, hand, began) {
  const { pyodide } = await python;
  const since = () => performance.now() - began;
  let first;
  const tell = more => {
    first ??= since();
    postMessage({ hand, ...shownAndKept(phone), ...more });
  };
  try {
    (await answerAll(talk, tell))?.destroy();
    const ms = { first: first ?? since(), all: since() };
    tell({ last: { reading: JSON.parse(phone.reading_json()), ms, held: await engine("held"), heap: pyodide._module.HEAPU8.length } });
  } catch (error) {
    postMessage({ hand, failed: String(error?.message ?? error) });
  }
}

const keepPictures = phone => engine("keep", { names: [...toPlain(phone.pictures()), ...taught.pictures, ...draws.keys()] });

/** Opens a photo when it is needed; `of` says what it is a smaller file of. */
const opener = (blob, of, name) => {
  let opened, by;
  return async () => {
    if (!blob) return null;
    const thread = await networks;
    if (by !== thread) [opened, by] = [engine("open", { blob, name }), thread];
    return { ...await opened, ...of };
  };
};

const taught = new Taught({ python, engine, answerAll, thread: () => networks, post: told => postMessage({ taught: told }) });

const shownAndKept = phone => ({ shown: shown(phone), kept: phone.kept() });

/** Carries out a desk's message by a method of Python's; what a box on the photo shows is read first. */
async function heard({ pyodide, phone }, message, method) {
  const box = message.events?.find(event => event.do === "box")?.box;
  const size = box && await photo();
  if (size) {
    const { width, height, shrink } = size;
    const tile = await answerAll(phone.box(pyodide.toPy(box), height, width, shrink));
    phone[method](pyodide.toPy(message), tile, shrink);
  } else phone[method](pyodide.toPy(message));
  return shownAndKept(phone);
}

const ownRules = pyodide => pyodide.pyimport("yakulens.app.pocket.own_rules");

// Each is called with Python, once started, and the page's message.
const DOES = {
  /** Connects to another thread with pixels and networks; returns each part's start time in milliseconds. */
  async begin({ times }, { port }) {
    const { promise: gone, resolve: ends } = withResolvers();
    const thread = { ask: asking(port), gone, ends };
    if (networks !== first) (await networks).ends(GONE);
    networks = Promise.resolve(thread);
    connected(thread);
    return { ...times, networks: await thread.ask("begin") };
  },

  held: () => engine("held"),

  speak({ phone }, language) {
    phone.language = taught.language = language;
  },

  /** Reads photos with a taught set, or none. */
  teach: ({ pyodide, phone }, set) =>
    JSON.parse(phone.teach(set ? pyodide.toPy(new Uint8Array(set.data)) : undefined, set?.file ?? "")),

  /** Starts to read a photo, `filmed` with the viewfinder's frames; readings reach the page as they come. */
  async read({ pyodide, phone }, { id, blob, of, url, filmed }) {
    const began = performance.now();
    phone.leave();
    photo = opener(blob, of);
    const { width, height, shrink, wide, high } = await photo();
    const told = pyodide.toPy({ url, width: wide, height: high });
    const talk = phone.look.callKwargs(told, height, width, shrink, { filmed: Boolean(filmed) });
    runSearch(phone, talk, id, began);
    return { shown: shown(phone) };
  },

  leave: ({ phone }) => phone.leave(),

  /** Starts to read a further photo of the hand with those before it; the reading reaches the page as it comes. */
  async look({ pyodide, phone }, { id, blob, filmed }) {
    const began = performance.now();
    const of = await photo();
    const name = `look-${id}-${began}`;
    const { width, height } = await engine("open", { blob, name });
    const size = pyodide.toPy([of.height, of.width]);
    runSearch(phone, phone.look_again.callKwargs(name, height, width, size, of.shrink, { filmed: Boolean(filmed) }), id, began);
    return { shown: shown(phone) };
  },

  film: ({ filming }) => filming.begin(),

  /** What the viewfinder says of the camera's next picture. */
  async aim({ phone, filming }, picture) {
    const number = filming.next_frame();
    const { width, height } = await engine("film", { picture, name: `frame-${number}` }, [picture]);
    const aim = JSON.parse(await answerAll(phone.aim(number, height, width)));
    await keepPictures(phone);
    return aim;
  },

  /** Whether a still that nobody asked for is as good as the viewfinder's frames. */
  async passes({ phone }, blob) {
    const { width, height } = await engine("open", { blob, name: "still" });
    const passes = await answerAll(phone.passes("still", height, width));
    await keepPictures(phone);
    return passes;
  },

  typed({ phone }) {
    photo = opener(null);
    phone.begin();
    return { shown: shown(phone) };
  },

  hear: (started, message) => heard(started, message, "hear"),

  hear_claim: (started, message) => heard(started, message, "hear_claim"),

  tap_claim({ pyodide, phone }, tap) {
    phone.tap_claim(pyodide.toPy(tap));
    return shownAndKept(phone);
  },

  hear_check: (started, message) => heard(started, message, "hear_check"),

  tap_check({ pyodide, phone }, tap) {
    phone.tap_check(pyodide.toPy(tap));
    return shownAndKept(phone);
  },

  /** The name of the rule set in a file, or why it is refused. */
  name_rules: ({ pyodide, phone }, { file, data }) => JSON.parse(ownRules(pyodide).named(phone.language, file, pyodide.toPy(new Uint8Array(data)))),

  /** Offers rule files besides the built-in sets; of each what it is. */
  offer_rules: ({ pyodide, phone }, kept) =>
    JSON.parse(ownRules(pyodide).offered(phone.language, pyodide.toPy(kept.map(({ file, data }) => [file, new Uint8Array(data)])))),

  play({ phone }, { rules, red_rules }) {
    phone.play(rules || undefined, red_rules || "");
  },

  reopen({ pyodide, phone }, { kept, photo: told, blob, of }) {
    photo = opener(blob, of);
    phone.reopen(kept, told ? pyodide.toPy(told) : undefined);
    return { shown: shown(phone) };
  },

  catch_up({ phone }, kept) {
    phone.catch_up(kept);
    return { shown: shown(phone) };
  },

  links: ({ phone }, { own, server }) => JSON.parse(phone.links(own, server)),

  follow({ phone }, text) {
    const told = phone.follow(text); // throws if the text holds no hand: what is open stays
    photo = opener(null);
    return { told, ...shownAndKept(phone) };
  },

  tap_table: ({ pyodide, table }, { tap, now }) => JSON.parse(table.tap(pyodide.toPy(tap), now)),

  /** Reads a photo of a draw, while taps are heard: whether it shows open hands, and the table then. */
  async draw_photo({ table }, { blob, now }) {
    const name = `draw-${now}-${performance.now()}`;
    draws.set(name, opener(blob, null, name));
    try {
      const { width, height } = await draws.get(name)();
      const shows = await answerAll(table.look(name, height, width));
      return { shows, ...JSON.parse(table.shown(now)) };
    } finally {
      draws.delete(name);
      engine("drop", { names: [name] });
    }
  },

  table_shown: ({ table }, now) => JSON.parse(table.shown(now)),

  open_game: ({ table }, kept) => table.open(kept),

  take_game: ({ table }, { text, now }) => table.take(text, now), // throws if the text holds no game

  game_file: ({ table }, form) => table.file(form),

  game_links: ({ table }, { own, server }) => JSON.parse(table.links(own, server)),

  game_card: ({ table }) => JSON.parse(table.card()),

  count_game: ({ table }, kept) => table.count(kept), // throws if it cannot be played here

  figures: ({ pyodide, table }, kept) => JSON.parse(table.figures(pyodide.toPy(kept))),

  shown: ({ phone }) => ({ shown: shown(phone) }),

  sets: (_, asked) => taught.asked(asked),
};

python.then(() => postMessage({ stands: true }), error => postMessage({ lost: String(error?.message ?? error) }));
const standing = python.catch(() => new Promise(() => {})); // without Python the page starts another thread, which answers
answering(self, Object.fromEntries(Object.entries(DOES)
  .map(([name, does]) => [name, async what => does(await standing, what)])), ["begin", "draw_photo"]);
