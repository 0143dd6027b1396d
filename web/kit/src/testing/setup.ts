import "@testing-library/jest-dom/vitest";
import { format } from "node:util";
import { cleanup, configure } from "@testing-library/react";
import { cache } from "swr/_internal";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { clearCache } from "../api/hooks";
import { clear } from "../api/session";
import { useToasts } from "../feedback/ToastHost";
import { server } from "./server";
import { resetStores } from "./zustand";

// A deadline, not a wait: a busy machine is slow to show what comes.
configure({ asyncUtilTimeout: 30_000 });

/** Toasts live outside the page, and would be found by the next test. */
async function cleanToasts() {
  if (!useToasts.getState().wanted) return;
  const { notifications } = await import("@mantine/notifications");
  notifications.clean();
}

/** What React, jsdom, or the server for a call that no test foresaw, complained of during this test. */
const complaints: string[] = [];
/** Calls that have no answer yet. */
const asked = new Set<Promise<Response>>();
/** Elements that jsdom does not know. */
const UNKNOWN = /^The tag <search> is unrecognized/;

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
beforeEach(() => {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation((...call) => {
    const answer = fetch(...call);
    asked.add(answer);
    return answer.finally(() => asked.delete(answer));
  });
  const complain = (...words: unknown[]) => {
    const complaint = format(...words);
    if (!UNKNOWN.test(complaint)) complaints.push(complaint);
  };
  vi.spyOn(console, "error").mockImplementation(complain);
  vi.spyOn(console, "warn").mockImplementation(complain);
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  // What was still asked, or will be once its code is there, is answered as this test would have it, and not taken for the
  // next one's; nor does what an answer sets off, a session's end, come in the midst of that.
  do {
    await vi.dynamicImportSettled();
    await Promise.allSettled(asked);
    await new Promise((done) => setTimeout(done));
  } while (asked.size > 0);
  await cleanToasts();
  server.resetHandlers();
  clear();
  // Also makes that no test waits for the answer that another asked for.
  await clearCache();
  for (const key of [...cache.keys()]) cache.delete(key);
  resetStores();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  expect(complaints.splice(0), "nothing complains").toEqual([]);
});
afterAll(() => server.close());

// What Mantine asks of the browser and jsdom lacks. A desktop: no media query holds.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})) as typeof window.matchMedia;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Nothing is laid out: nothing comes in sight.
window.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;
URL.createObjectURL ??= () => "blob:";
URL.revokeObjectURL ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
if (!document.fonts) {
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
}
