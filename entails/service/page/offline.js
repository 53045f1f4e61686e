// Service worker: caches the files of the page, so that it opens offline. Reports are never cached.
// The server is always asked first, so that an old page is never shown with a new server.

const SHELF = "entails-page";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const files = await (await fetch("page/files.json")).json();
    const shelf = await caches.open(SHELF);
    await shelf.addAll(Object.keys(files));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url), home = new URL("./", self.location);
  const isOurs = address.origin === home.origin && (address.pathname === home.pathname || address.pathname.startsWith(`${home.pathname}page/`));
  if (request.method !== "GET" || !isOurs) return;
  event.respondWith((async () => {
    const shelf = await caches.open(SHELF);
    try {
      const fresh = await fetch(request);
      if (fresh.ok) await shelf.put(request, fresh.clone());
      return fresh;
    } catch (error) {
      const kept = await shelf.match(request, { ignoreSearch: true, ignoreVary: true });
      if (kept) return kept;
      throw error;
    }
  })());
});
