// Answers for / and the pages below /factory/ where the network is gone: with the page and the files that src/offline/shell.ts keeps
// there. It keeps nothing itself, and calls of the API pass it by.

/** Where the portal's page is kept; it is the same at every address. */
const PAGE = "/factory/";
/** Longer nobody looks at an empty window. */
const PATIENCE_MS = 4_000;

/** What the server gives, in time and without failing; else what is kept. */
async function freshOrKept(request, keptAs) {
  const asked = fetch(request);
  const kept = await caches.match(keptAs);
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  const fresh = asked.then(
    (answer) => (answer.status < 500 ? answer : kept),
    () => kept,
  );
  return Promise.race([fresh, late]);
}

/** A file whose name tells what is in it does not change. */
const keptOrFresh = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // One that may ask for nothing, for a policy of its own that the host forgot, would be in the way of every page.
  event.waitUntil(fetch("/offline.json"));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === "/" || pathname.startsWith(PAGE)) event.respondWith(freshOrKept(request, PAGE));
  } else if (pathname.startsWith("/assets/")) event.respondWith(keptOrFresh(request));
  else if (pathname === "/favicon.svg" || pathname === "/color-scheme.js")
    event.respondWith(freshOrKept(request, pathname));
});
