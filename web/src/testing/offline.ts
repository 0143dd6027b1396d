import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";

/** One for all tests of a worker: what opened it keeps it open. */
const databases = new IDBFactory();

/** Those who have a lock or wait for it, by its name. */
const turns = new Map<string, Promise<unknown>>();

function request(name: string, ...rest: unknown[]) {
  const work = rest.at(-1) as () => Promise<unknown>;
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(
    name,
    turn.catch(() => {}),
  );
  return turn;
}

/** What a browser has and jsdom lacks for what works without a network; until the end of the test. */
export function canKeep(): void {
  vi.stubGlobal("indexedDB", databases);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal(
    "navigator",
    new Proxy(navigator, {
      get: (of, name) => (name === "locks" ? { request } : ofBrowser(of, name)),
      has: (of, name) => name === "locks" || name in of,
    }),
  );
}

function ofBrowser(browser: Navigator, name: string | symbol) {
  const value = Reflect.get(browser, name);
  return typeof value === "function" ? value.bind(browser) : value;
}
