import { defineConfig } from "@playwright/test";

/**
 * The journeys run against a portal that is already up: COMPTOIR_URL says where. CHROMIUM is the browser's
 * executable, Debian's unless told. `@task-1` to `@task-12` each mark the one journey of what people had a hard time with:
 * 1 an order that is stuck, 2 a shop connected twice, 3 an exported product, 4 a large import, 5 a kept view, 6 what was
 * ordered, 7 what runs meanwhile, 8 a product and its pack, 9 shares of a store, 10 a file with faults, 11 a chart's report,
 * 12 an order without its shipping. `npx playwright test -c web/e2e/playwright.config.ts --grep "@task-4\\b"` runs one.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  timeout: 120_000,
  // The guide first: it compiles beside the journeys, in a worker that has no portal, and is not waited for in the end.
  projects: [
    { name: "guide", testMatch: "guide.spec.ts" },
    { name: "portal", testIgnore: "guide.spec.ts" },
  ],
  // Each has a portal of its own. Of two processors: a third of the time it waits for one.
  workers: 3,
  // Once more, in a fresh portal: what passes then is listed as flaky, to be mended.
  retries: 1,
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env.COMPTOIR_URL ?? "http://localhost:8080",
    // What fades in would be looked at half faded.
    contextOptions: { reducedMotion: "reduce" },
    // Of what failed once, as it is tried again: to keep each step of what mostly passes costs a fifth of the time.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
    },
  },
});
