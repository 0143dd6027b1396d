import { keptUser } from "./keptUser";

// The portal's page and its files, for `public/offline-worker.js` to answer with where the network is gone.

const NAME = "comptoir.shell";
/** The worker answers for the area, and for "/", which leads there. */
const SCOPE = "/";
/** Where the page is kept; it is the same at every address. */
const PAGE = "/factory/";
/** Those whose names stay the same from one build to the next. */
const UNHASHED = ["/favicon.svg", "/color-scheme.js"];
/** By its name one of them is known. */
const LARGE = /\/pdf\.worker/;
const HASHED = /\/assets\/[^"'\s]+/g;

const workers = () => navigator.serviceWorker as ServiceWorkerContainer | undefined;

/** The files that this page came to need. */
const loaded = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);

/** What the build says of itself (`vite.config.ts`). */
interface Build {
  /** What a factory's screens are made of. */
  screens: string[];
  /** What shows PDFs: large, and kept once one was looked at. */
  pdfs: string[];
}

async function fresh(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

const built = async (): Promise<Build> => (await fresh("/offline.json")).json();

/** Keeps what shows PDFs too: somebody has looked at one. */
export async function keepPdfs(): Promise<void> {
  if (!import.meta.env.PROD || !workers()) return;
  const { pdfs } = await built();
  if (!keptUser()) return;
  const cache = await caches.open(NAME);
  const missing = await Promise.all(pdfs.map(async (path) => !(await cache.match(path))));
  await cache.addAll(pdfs.filter((_, at) => missing[at]));
}

/**
 * Keeps the present build for "/" and pages below `/factory/`, and it alone: the worker has no say in what is there, and no
 * version of its own that would have to be replaced.
 */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !workers()) return;
  await workers()?.register("/offline-worker.js", { scope: SCOPE });
  const { screens, pdfs } = await built();
  const cache = await caches.open(NAME);
  const there = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const hasPdfs = there.some((path) => LARGE.test(path));
  const files = new Set([...screens, ...(hasPdfs ? pdfs : []), ...loaded()]);
  await cache.addAll([...files].filter((path) => !there.includes(path)));
  for (const path of UNHASHED) await cache.put(path, await fresh(path));
  // The page last, when all that it asks for is there; that of a build deployed meanwhile comes the next time.
  const page = await fresh(PAGE);
  const asks = (await page.clone().text()).match(HASHED) ?? [];
  if (!asks.every((path) => files.has(path))) return;
  await cache.put(PAGE, page);
  const stays = new Set([...files, ...UNHASHED, PAGE]);
  await Promise.all(there.filter((path) => !stays.has(path)).map((path) => cache.delete(path)));
}

/** Leaves neither the files nor the worker. */
export async function dropShell(): Promise<void> {
  const registrations = (await workers()?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((each) => each.unregister()));
  if ("caches" in window) await caches.delete(NAME);
}
