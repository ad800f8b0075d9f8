// All that this device keeps as one file, and back: hands with their photos, games, sets, house rules and choices. The
// file has the form of `yakulens backup`: a zip whose backup.json lists every other file with its SHA-256.

import { CHOICES, allGames, allHands, allRules, allSets, choices, choose, putAll } from "./kept.js";
import { unzipped, zipped } from "./zip.js";

const LIST = "backup.json";
const ROOM = "pocket"; // of the files that only this page reads

const asJson = value => new Blob([JSON.stringify(value)], { type: "application/json" });

async function sum(blob) {
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Everything as a zip. */
export async function saved(version) {
  const sums = {};
  async function* files() {
    const add = async (name, blob) => {
      sums[name] = await sum(blob);
      return [name, blob];
    };
    const hands = await allHands();
    yield add(`${ROOM}/hands.json`, asJson(hands.map(({ blob, ...hand }) => ({ ...hand, photo: blob ? `${ROOM}/photos/${hand.id}` : null, type: blob?.type }))));
    for (const { id, blob } of hands) if (blob) yield add(`${ROOM}/photos/${id}`, blob);
    yield add(`${ROOM}/games.json`, asJson((await allGames()).map(({ open, ...game }) => game)));
    const sets = await allSets();
    yield add(`${ROOM}/sets.json`, asJson(sets.map((set, at) => ({ id: set.id, file: `${ROOM}/sets/${at}.yakuset` }))));
    for (const [at, set] of sets.entries()) yield add(`${ROOM}/sets/${at}.yakuset`, new Blob([set.data]));
    const rules = await allRules();
    yield add(`${ROOM}/rules.json`, asJson(rules.map(({ id, file }, at) => ({ id, file, as: `${ROOM}/rules/${at}.toml` }))));
    for (const [at, { data }] of rules.entries()) yield add(`${ROOM}/rules/${at}.toml`, new Blob([data]));
    yield add(`${ROOM}/choices.json`, asJson(Object.fromEntries(CHOICES.filter(name => choices[name]).map(name => [name, choices[name]]))));
    yield [LIST, asJson({ yakulens: version, pocket: 1, files: sums })];
  }
  return zipped(files());
}

/** What a saved file holds; throws if it is damaged, or was not saved by this page. */
export async function unpacked(zip) {
  const files = await unzipped(zip);
  const read = async name => JSON.parse(await files.get(name).text());
  const { pocket, files: sums } = await read(LIST);
  if (pocket !== 1) throw new Error("not saved by this page");
  for (const [name, expected] of Object.entries(sums)) if (await sum(files.get(name)) !== expected) throw new Error(`${name} is damaged`);
  const hands = await Promise.all((await read(`${ROOM}/hands.json`)).map(async ({ photo, type, ...hand }) =>
    ({ ...hand, blob: photo ? new Blob([await files.get(photo).arrayBuffer()], { type }) : null })));
  const sets = await Promise.all((await read(`${ROOM}/sets.json`)).map(async ({ id, file }) => ({ id, data: await files.get(file).arrayBuffer() })));
  const listed = files.has(`${ROOM}/rules.json`) ? await read(`${ROOM}/rules.json`) : []; // earlier versions had none
  const rules = await Promise.all(listed.map(async ({ id, file, as }) => ({ id, file, data: await files.get(as).arrayBuffer() })));
  return { entries: { hands, sets, rules, games: await read(`${ROOM}/games.json`) }, chosen: await read(`${ROOM}/choices.json`) };
}

/** Bring it back beside what is here, which stays; throws if the browser does not store all of it, and then stores nothing. */
export async function restored({ entries, chosen }) {
  const here = { hands: await allHands(), sets: await allSets(), games: await allGames(), rules: await allRules() };
  await putAll(Object.fromEntries(Object.entries(entries).map(([kind, all]) => [kind, all.filter(({ id }) => here[kind].every(each => each.id !== id))])));
  for (const [name, value] of Object.entries(chosen)) if (CHOICES.includes(name)) choose(name, String(value));
}
