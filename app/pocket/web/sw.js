// Caches every file of one version for offline visits; a new version installs completely or not at all.

const VERSION = "@VERSION@";
const FILES = "@FILES@";
const NAME = `yakulens-${VERSION}`;

self.addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map(file => new Request(file, { cache: "reload" })));
  if (!self.registration.active) await self.skipWaiting();
})()));

self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("yakulens-") && name !== NAME) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("message", ({ data }) => { if (data === "update") self.skipWaiting(); });

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    const asked = url.pathname.endsWith("/") ? "./index.html" : event.request;
    return await cache.match(asked, { ignoreSearch: true }) ?? fetch(event.request);
  })());
});
