// Keeps every file of one version, each downloaded once. On a first visit the page stands at once: what it and its
// engines ask for is kept as it comes, and the page asks for the rest. A new version is kept whole beside the old one
// before it is offered; of files that are the same nothing is downloaded.

const VERSION = "@VERSION@";
const FILES = "@FILES@"; // by path: the beginning of the SHA-256 of its bytes, how many come, and its kind if they come packed
const ROOT = new URL("./", self.location).href;
const OURS = `pocket at ${ROOT} `; // in other folders of the host there may be others
const NAME = OURS + VERSION;
const SUM = "x-yakulens-sum"; // header of a kept file: the version it was kept for may differ, its bytes do not
const STEP = 2 ** 18; // bytes between two notes to the page of how many have come
const coming = new Map(); // by path, files on their way

self.addEventListener("install", event => event.waitUntil((async () => {
  if (!self.registration.active) return self.skipWaiting(); // nothing is here yet: the page fetches as it stands
  try {
    for (const path of Object.keys(FILES)) if (!await kept(path)) await keep(path, await earlier(path) ?? await download(path));
  } catch (error) {
    await caches.delete(NAME); // the version in use stays, and the next visit tries again
    throw error;
  }
})()));

self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await former()) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("message", ({ data }) => { if (data === "update") self.skipWaiting(); });

self.addEventListener("fetch", event => {
  const { method, url } = event.request;
  if (!["GET", "HEAD"].includes(method) || !url.startsWith(ROOT)) return;
  const path = url.slice(ROOT.length).replace(/[?#].*$/, "") || "index.html";
  if (path === "files.json") event.respondWith(Response.json(FILES));
  else if (Object.hasOwn(FILES, path)) event.respondWith(method === "GET" ? file(path) : file(path).then(() => new Response()));
});

/** A file: the kept one, else the one that comes. It is fetched once, however many ask for it meanwhile. */
async function file(path) {
  const here = await kept(path);
  if (here) return here;
  if (!coming.has(path)) {
    const fetching = fetched(path);
    coming.set(path, fetching);
    fetching.finally(() => coming.delete(path)).catch(() => null);
  }
  return (await coming.get(path)).clone();
}

/** A file from the network, kept if it is this version's and there is room; the page is told if it is not. */
async function fetched(path) {
  const found = await download(path);
  await keep(path, found.clone()).catch(error => tell({ unkept: error.name }));
  return found;
}

/** The caches of this folder's other versions. The first ones did not name their folder. */
async function former() {
  const names = [];
  for (const name of await caches.keys()) {
    if (name === NAME) continue;
    const unnamed = name.startsWith("yakulens-") && await (await caches.open(name)).match(`${ROOT}index.html`);
    if (unnamed || name.startsWith(OURS)) names.push(name);
  }
  return names;
}

/** The same bytes, kept for an earlier version. */
async function earlier(path) {
  for (const name of await former()) {
    const found = await (await caches.open(name)).match(ROOT + path);
    if (found?.headers.get(SUM) === FILES[path][0]) return found;
  }
  return null;
}

/** A file's bytes, packed where the host has them so; the page hears how many have come. */
async function download(path) {
  const [, bytes, kind] = FILES[path];
  const small = kind && self.DecompressionStream ? await asked(`${path}.gz`) : null;
  const packed = Boolean(small?.ok);
  const response = packed ? small : await asked(path);
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
  const [reader, parts] = [response.body.getReader(), []];
  let [come, told] = [0, 0];
  for (let part; !(part = await reader.read()).done;) {
    parts.push(part.value);
    come += part.value.length;
    if (come - told >= STEP) tell({ path, at: told = come });
  }
  tell({ path, at: bytes });
  const headers = new Headers(response.headers); // the host's own, but for how it packed the bytes
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  headers.set(SUM, FILES[path][0]);
  if (packed) headers.set("content-type", kind);
  const whole = new Uint8Array(come);
  for (let [at, part] = [0, 0]; part < parts.length; at += parts[part++].length) whole.set(parts[part], at);
  return new Response(packed ? await unpacked(whole) : whole, { headers });
}

/** Ask the host for a file. The browser's own cache is asked too, but not believed. */
const asked = path => fetch(ROOT + path, { cache: "no-cache" });

/** The bytes of a packed file; some hosts say that it is packed, and the browser has unpacked it. They stay in memory: of
 * what a stream gives, a browser makes a blob on the disk, which may be full. */
async function unpacked(bytes) {
  const [first, second] = bytes;
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function sum(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  return Array.from(new Uint8Array(digest, 0, 8), byte => byte.toString(16).padStart(2, "0")).join("");
}

async function keep(path, response) {
  if (await sum(response) !== FILES[path][0]) throw new DOMException(path, "OtherVersion");
  await (await caches.open(NAME)).put(ROOT + path, response);
}

async function kept(path) {
  return await (await caches.open(NAME)).match(ROOT + path);
}

async function tell(message) {
  for (const client of await self.clients.matchAll()) client.postMessage(message);
}
