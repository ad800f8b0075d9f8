// The last hundred hands with their photos, the games, the taught sets, the house rules, and the person's choices, in the
// browser's storage. All folders of one host share it: copies of this page, of other versions too, and other pages.

const MAX_HANDS = 100;
const STORES = ["hands", "sets", "games", "rules", "teaching"];
const DRAFT = "draft"; // the only entry of the last store: a set that is being taught

const OURS = "yakulens-"; // before the names of choices; earlier versions wrote none

/** What a person chooses. */
export const CHOICES = ["language", "rules", "red_rules", "names", "server", "set"];

/** The person's choices by name. Where the browser stores nothing for a page, they last for this visit. */
export const choices = {};
try {
  for (const name of [...CHOICES, "game"]) choices[name] = localStorage[OURS + name] ?? localStorage[name];
} catch { /* the person or the browser blocks it */ }

export function choose(name, value) {
  choices[name] = value;
  try {
    localStorage[OURS + name] = value;
  } catch { /* full or blocked */ }
}

/** Keep what was chosen on the hand or at the table, by name. */
export function chose(chosen) {
  for (const [name, value] of Object.entries(chosen)) if (choices[name] !== value) choose(name, value);
}

/** What tells the page's other tabs something by name, and hears them; null where storage is blocked, and none has anything of another. */
export function otherTabs(name, hear) {
  try {
    const tabs = new BroadcastChannel(name);
    tabs.onmessage = ({ data }) => hear(data);
    return tabs;
  } catch { // Firefox
    return null;
  }
}

/** The storage with all that this version stores; a later one may have made more of it. */
async function openDatabase() {
  const database = await opened();
  if (STORES.every(name => database.objectStoreNames.contains(name))) return database;
  database.close();
  return opened(database.version + 1);
}

function opened(version) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("yakulens-pocket", version);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of STORES) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function within(name, mode, act) {
  const database = await openDatabase();
  const store = database.transaction(name, mode).objectStore(name);
  return new Promise((resolve, reject) => {
    const request = act(store);
    store.transaction.oncomplete = () => { database.close(); resolve(request?.result); };
    store.transaction.onabort = () => { database.close(); reject(store.transaction.error); };
  });
}

/** Store a hand; beyond a hundred the oldest go. */
export async function keepHand(hand) {
  await putAll({ hands: [hand] });
  const keys = await within("hands", "readonly", store => store.getAllKeys());
  const old = keys.sort((a, b) => a - b).slice(0, -MAX_HANDS);
  if (old.length) await within("hands", "readwrite", store => { for (const key of old) store.delete(key); });
}

/** All hands, newest first; none if the browser stores nothing for a page. */
export async function allHands() {
  const hands = (await within("hands", "readonly", store => store.getAll()).catch(() => [])).sort((a, b) => b.id - a.id);
  return hands.map(withPhoto);
}

/** A hand as it is stored now; null without it. */
export async function handOf(id) {
  const hand = await within("hands", "readonly", store => store.get(id)).catch(() => null);
  return hand ? withPhoto(hand) : null;
}

const withPhoto = hand => hand.blob ? { ...hand, blob: asBlob(hand.blob) } : hand;

/** Delete one hand, or all. */
export async function forgetHands(id) {
  await within("hands", "readwrite", store => id ? store.delete(id) : store.clear());
}

/** Store a set's file by the set's name; without data delete it. */
export function keepSet(id, data) {
  return within("sets", "readwrite", store => data ? store.put({ id, data }) : store.delete(id));
}

/** All sets; none if the browser stores nothing for a page. */
export function allSets() {
  return within("sets", "readonly", store => store.getAll()).catch(() => []);
}

/** Store a file of house rules by the rule set's name; without one delete it. */
export function keepRules(id, told) {
  return within("rules", "readwrite", store => told ? store.put({ id, ...told }) : store.delete(id));
}

/** All files of house rules; none if the browser stores nothing for a page. */
export function allRules() {
  return within("rules", "readonly", store => store.getAll()).catch(() => []);
}

/** Store the set that is being taught, photos and answers, in place of the one before; null for none. */
export async function keepDraft(told) {
  if (!told) return within("teaching", "readwrite", store => store.delete(DRAFT));
  const put = blobs => within("teaching", "readwrite", store => store.put({ ...told, blobs, id: DRAFT }));
  try {
    await put(told.blobs);
  } catch (error) {
    if (error?.name === "QuotaExceededError" || !told.blobs.length) throw error;
    await put(await Promise.all(told.blobs.map(asBytes)));
  }
}

/** The set that is being taught; null without one. */
export async function draft() {
  const told = await within("teaching", "readonly", store => store.get(DRAFT)).catch(() => null);
  return told ? { ...told, blobs: await Promise.all(told.blobs.map(kept => takenOut(asBlob(kept)))) } : null;
}

/**
 * Store a game as it is now; it is whole or not there, and from now on the one that is played. Without one none is.
 * Which one that is stands beside the games: the choices above may reach the device seconds later, too late for a kill.
 */
export function keepGame(game) {
  return within("games", "readwrite", store => {
    store.getAll().onsuccess = ({ target: { result } }) => {
      for (const each of result) if (each.open !== false && each.id !== game?.id) store.put({ ...each, open: false });
      if (game) store.put({ ...game, open: true });
    };
  });
}

/** The game that is played; an earlier version named it among the choices. */
export async function openGame() {
  const games = await allGames();
  return games.find(({ open }) => open) ?? games.find(({ id, open }) => open === undefined && String(id) === choices.game);
}

/** All games, the latest first; none if the browser stores nothing for a page. */
export async function allGames() {
  return (await within("games", "readonly", store => store.getAll()).catch(() => [])).sort((a, b) => b.id - a.id);
}

/** Delete a game. */
export function forgetGame(id) {
  return within("games", "readwrite", store => store.delete(id));
}

/**
 * Store entries of several kinds at once: all of them, or none. A private window of Safari stores no photo as a file:
 * there its bytes are stored.
 */
export async function putAll(entries) {
  try {
    await putOnce(entries);
  } catch (error) {
    if (error?.name === "QuotaExceededError" || !entries.hands.some(({ blob }) => blob)) throw error;
    const hands = await Promise.all(entries.hands.map(async ({ blob, ...hand }) => ({ ...hand, blob: blob && await asBytes(blob) })));
    await putOnce({ ...entries, hands });
  }
}

/** A photo that is taken out of the storage to be used: Firefox reads a stored file no more once its entry is replaced. */
export const takenOut = async blob => blob && new Blob([await blob.arrayBuffer()], { type: blob.type });

/** A photo as it is stored where no file can be, and back. */
const asBytes = async blob => ({ bytes: await blob.arrayBuffer(), type: blob.type });
const asBlob = kept => kept instanceof Blob ? kept : new Blob([kept.bytes], { type: kept.type });

async function putOnce(entries) {
  const database = await openDatabase();
  try {
    const change = database.transaction(Object.keys(entries), "readwrite");
    const done = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    try {
      for (const [name, kind] of Object.entries(entries)) for (const entry of kind) change.objectStore(name).put(entry);
    } catch (error) {
      change.abort();
      await done.catch(() => null);
      throw error;
    }
    await done;
  } finally {
    database.close();
  }
}
