// The portal's page and its files, for `public/offline-worker.js` to answer with where the network is gone.

const NAME = "comptoir.shell";
const SCOPE = "/factory/";
/** Those whose names stay the same from one build to the next. */
const UNHASHED = ["/favicon.svg", "/color-scheme.js"];
const HASHED = /\/assets\/[^"'\s]+/g;

const workers = () => navigator.serviceWorker as ServiceWorkerContainer | undefined;

/** The files that this page came to need. */
const loaded = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);

async function fresh(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/**
 * Keeps the present build for pages below `/factory/`, and it alone: the worker has no say in what is there, and no version
 * of its own that would have to be replaced.
 */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !workers()) return;
  await workers()?.register("/offline-worker.js", { scope: SCOPE });
  const needed: string[] = await (await fresh("/offline.json")).json();
  const files = new Set([...needed, ...loaded()]);
  const cache = await caches.open(NAME);
  const there = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll([...files].filter((path) => !there.includes(path)));
  for (const path of UNHASHED) await cache.put(path, await fresh(path));
  // The page last, when all that it asks for is there; that of a build deployed meanwhile comes the next time.
  const page = await fresh(SCOPE);
  const asks = (await page.clone().text()).match(HASHED) ?? [];
  if (!asks.every((path) => files.has(path))) return;
  await cache.put(SCOPE, page);
  const stays = new Set([...files, ...UNHASHED, SCOPE]);
  await Promise.all(there.filter((path) => !stays.has(path)).map((path) => cache.delete(path)));
}

/** Leaves neither the files nor the worker. */
export async function dropShell(): Promise<void> {
  const registration = await workers()?.getRegistration(SCOPE);
  await registration?.unregister();
  if ("caches" in window) await caches.delete(NAME);
}
