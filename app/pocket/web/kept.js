// The last hundred hands, each with its photo, in the browser's own storage.

const MOST = 100;

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("yakulens-pocket", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("hands", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within(mode, act) {
  const base = await opened();
  const store = base.transaction("hands", mode).objectStore("hands");
  return new Promise((done, failed) => {
    const asked = act(store);
    store.transaction.oncomplete = () => { base.close(); done(asked?.result); };
    store.transaction.onerror = () => { base.close(); failed(store.transaction.error); };
  });
}

/** Keep a hand; of more than a hundred the oldest go. */
export async function keep(hand) {
  await within("readwrite", store => store.put(hand));
  const keys = await within("readonly", store => store.getAllKeys());
  const old = keys.sort((a, b) => a - b).slice(0, -MOST);
  if (old.length) await within("readwrite", store => { for (const key of old) store.delete(key); });
}

/** All of them, the last one first. */
export async function every() {
  return (await within("readonly", store => store.getAll())).sort((a, b) => b.id - a.id);
}

export async function forget() {
  await within("readwrite", store => store.clear());
}
