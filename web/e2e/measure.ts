// How a benchmark measures what a person does in the browser.
import type { Page } from "@playwright/test";
import { apiAs, expect, PEOPLE, type Portal } from "./portal";

/** Until the first pulls of the demo company are over, which the browser would share the processors with. */
export async function atRest(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const filters = [{ field: "status", values: ["PENDING"] }];
  const cursor = btoa(JSON.stringify({ take: 1, filters }));
  await expect
    .poll(() => api<unknown[]>("GET", `/job?cursor=${cursor}`), { timeout: 300_000, intervals: [2_000] })
    .toEqual([]);
}

declare global {
  interface Window {
    /** Milliseconds from a key's press to the frame that followed what it did. */
    presses: number[];
    /** When what was waited for was painted. */
    painted: number | undefined;
  }
}

/** Runs in the page, before all else; `selector`: what is painted once the page is there. */
export function watch(selector: string) {
  window.presses = [];
  /** Calls back right after the next frame is drawn. */
  const afterFrame = (act: (now: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => act(performance.now());
      port2.postMessage(null);
    });
  document.addEventListener(
    "keydown",
    ({ timeStamp }) => afterFrame((now) => window.presses.push(now - timeStamp)),
    { capture: true },
  );
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    afterFrame((now) => {
      window.painted = now;
    });
  }).observe(document, { subtree: true, childList: true });
}

/** The value below which so many of a hundred lie. */
const share = (values: number[], percent: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;

/** Prints how a figure stands to its target, both in milliseconds. */
export function report(what: string, values: number[], target: number) {
  const [p50, p95] = [share(values, 50), share(values, 95)];
  const verdict = p95 <= target ? "met" : "missed";
  const figures = `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${values.length}`;
  process.stdout.write(`${what}: ${figures} (target ${target} ms: ${verdict})\n`);
}

/** What each of these keys took, one after the other. */
export async function pressed(page: Page, keys: string[]): Promise<number[]> {
  await page.evaluate(() => {
    window.presses = [];
  });
  for (const key of keys) {
    const before = await page.evaluate(() => window.presses.length);
    await page.keyboard.press(key);
    await page.waitForFunction((count) => window.presses.length > count, before);
  }
  return page.evaluate(() => window.presses);
}

/** From the last of the answers whose addresses fit to the frame that shows what they tell, of a page that is opened again and again. */
export async function opened(
  page: Page,
  address: string,
  answers: RegExp,
  rounds: number,
): Promise<number[]> {
  const loads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address);
    await page.waitForFunction(() => window.painted !== undefined);
    loads.push(
      await page.evaluate((source) => {
        const calls = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        const data = calls.filter(({ name }) => new RegExp(source).test(name));
        return (window.painted ?? 0) - Math.max(...data.map(({ responseEnd }) => responseEnd));
      }, answers.source),
    );
  }
  return loads;
}
