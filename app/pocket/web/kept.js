// The last hundred hands, each with its photo, and the taught sets, in the browser's own storage.

const MOST = 100;
const ROOMS = ["hands", "sets"];

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("yakulens-pocket", ROOMS.length);
    asked.onupgradeneeded = () => {
      const { result } = asked;
      for (const room of ROOMS) if (!result.objectStoreNames.contains(room)) result.createObjectStore(room, { keyPath: "id" });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within(room, mode, act) {
  const base = await opened();
  const store = base.transaction(room, mode).objectStore(room);
  return new Promise((done, failed) => {
    const asked = act(store);
    store.transaction.oncomplete = () => { base.close(); done(asked?.result); };
    store.transaction.onerror = () => { base.close(); failed(store.transaction.error); };
  });
}

/** Keep a hand; of more than a hundred the oldest go. */
export async function keep(hand) {
  await within("hands", "readwrite", store => store.put(hand));
  const keys = await within("hands", "readonly", store => store.getAllKeys());
  const old = keys.sort((a, b) => a - b).slice(0, -MOST);
  if (old.length) await within("hands", "readwrite", store => { for (const key of old) store.delete(key); });
}

/** All of them, the last one first. */
export async function every() {
  return (await within("hands", "readonly", store => store.getAll())).sort((a, b) => b.id - a.id);
}

export async function forget() {
  await within("hands", "readwrite", store => store.clear());
}

/** Keep a set's file, by the name of the set; without data none of that name. */
export function keepSet(id, data) {
  return within("sets", "readwrite", store => data ? store.put({ id, data }) : store.delete(id));
}

/** All of them; none where the browser keeps nothing for a page. */
export function everySet() {
  return within("sets", "readonly", store => store.getAll()).catch(() => []);
}
