import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { cache } from "swr/_internal";
import { afterAll, afterEach, beforeAll } from "vitest";
import { useToasts } from "../feedback/ToastHost";
import { server } from "./server";

// A deadline, not a wait: a busy machine is slow to show what comes.
configure({ asyncUtilTimeout: 10_000 });

/** Toasts live outside the page, and would be found by the next test. */
async function cleanToasts() {
  if (!useToasts.getState().wanted) return;
  const { notifications } = await import("@mantine/notifications");
  notifications.clean();
}

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(async () => {
  cleanup();
  await cleanToasts();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  for (const key of [...cache.keys()]) cache.delete(key);
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
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
if (!document.fonts) {
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
}
