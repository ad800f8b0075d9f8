// The last hundred hands with their photos, and the taught sets, in the browser's storage.

const MAX_HANDS = 100;
const STORES = ["hands", "sets"];

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("yakulens-pocket", STORES.length);
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
    store.transaction.onerror = () => { database.close(); reject(store.transaction.error); };
  });
}

/** Store a hand; beyond a hundred the oldest go. */
export async function keepHand(hand) {
  await within("hands", "readwrite", store => store.put(hand));
  const keys = await within("hands", "readonly", store => store.getAllKeys());
  const old = keys.sort((a, b) => a - b).slice(0, -MAX_HANDS);
  if (old.length) await within("hands", "readwrite", store => { for (const key of old) store.delete(key); });
}

/** All hands, newest first. */
export async function allHands() {
  return (await within("hands", "readonly", store => store.getAll())).sort((a, b) => b.id - a.id);
}

export async function forgetHands() {
  await within("hands", "readwrite", store => store.clear());
}

/** Store a set's file by the set's name; without data delete it. */
export function keepSet(id, data) {
  return within("sets", "readwrite", store => data ? store.put({ id, data }) : store.delete(id));
}

/** All sets; none if the browser stores nothing for a page. */
export function allSets() {
  return within("sets", "readonly", store => store.getAll()).catch(() => []);
}
