import type { Page } from "@playwright/test";
import { atRest, report } from "./measure";
import { expect, signIn, test } from "./portal";

/** How much slower the processor is made: Lighthouse's factor for a phone. */
const SLOWER = 4;
const ROWS = 100;
const ROUNDS = 10;

declare global {
  interface Window {
    /** What each interaction took until the next paint, in milliseconds, by the id that the browser gives it. */
    interactions: Map<number, number>;
  }
}

/** Runs in the page, before all else: keeps what the browser itself says that interactions took (Event Timing). */
function watchInteractions() {
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const event of list.getEntries() as PerformanceEventTiming[]) {
      if (!event.interactionId) continue;
      const before = window.interactions.get(event.interactionId) ?? 0;
      window.interactions.set(event.interactionId, Math.max(before, event.duration));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** What each of some interactions took; those below the browser's threshold of 16 ms count as that. */
async function interactions(page: Page, rounds: number, act: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate(() => window.interactions.clear());
    await act();
    // Entries come in a task after the frame; two more frames later they are there.
    await page.evaluate(
      () =>
        new Promise<void>((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(), 50))),
        ),
    );
    const slowest = await page.evaluate(() => Math.max(16, ...window.interactions.values()));
    taken.push(slowest);
  }
  return taken;
}

test("interactions on lists of 100 rows, the processor four times slower", async ({ page, portal }) => {
  test.setTimeout(600_000);
  await atRest(portal);
  await page.addInitScript(watchInteractions);
  await signIn(page, portal, "admin", "/admin/order");
  await page.getByLabel("Lignes par page").selectOption(String(ROWS));
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(ROWS + 1);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const measure = async (what: string, act: () => Promise<void>) =>
    report(`${what}, to the next paint`, await interactions(page, ROUNDS, act), 100);

  await measure("the next row by a key", () => page.keyboard.press("j"));
  await measure("a row selected by a key", () => page.keyboard.press("x"));
  let at = 1;
  await measure("a row selected by its box", () => rows.nth(at++).getByRole("checkbox").click());
  await measure("all rows selected", () => rows.first().getByRole("checkbox").click());
  await page.keyboard.press("Escape");
  const search = page.getByRole("searchbox");
  await search.focus();
  await measure("a letter of a search", () => page.keyboard.press("a"));
  await search.fill("");
  await expect(rows).toHaveCount(ROWS + 1);
  const header = page.getByRole("columnheader").getByRole("button", { name: /^Total/ });
  await measure("the list sorted by a heading", async () => {
    await header.click();
    await expect(rows).toHaveCount(ROWS + 1);
  });
  await measure("the columns to choose from", async () => {
    await page.getByRole("button", { name: "Colonnes" }).click();
    await page.keyboard.press("Escape");
  });
});
