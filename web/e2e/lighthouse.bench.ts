import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { atRest } from "./measure";
import { apiAs, expect, PEOPLE, signIn, test } from "./portal";
import { addSoldRecord } from "./routes";

/** Asked for when it is run: nothing else needs it. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

/** What is looked at, and the least score of each category. */
const PRESETS = [
  { preset: "desktop", options: ["--preset=desktop"], target: 98 },
  { preset: "mobile", options: [], target: 85 },
];

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<string, { score: number | null; displayValue?: string; title: string }>;
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("a TCP port");
  return address.port;
}

async function report(url: string, port: number, options: string[]): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      ...["--yes", LIGHTHOUSE, url, `--port=${port}`, "--disable-storage-reset", "--quiet", "--output=json"],
      // The page's live events are a request that never ends, which Lighthouse waits for.
      "--max-wait-for-load=12000",
      ...[`--only-categories=${CATEGORIES.join(",")}`, ...options],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

test("what Lighthouse says of the screens of every day", async ({ portal }, { project }) => {
  test.setTimeout(1_800_000);
  await atRest(portal);
  await addSoldRecord(portal);
  const api = await apiAs(portal, PEOPLE.admin);
  const [order] = await api<{ id: string }[]>("GET", `/order?cursor=${btoa(JSON.stringify({ take: 1 }))}`);
  const port = await freePort();
  // Lighthouse opens its page beside the one that signed in.
  const context = await chromium.launchPersistentContext(join(tmpdir(), `comptoir-lighthouse-${port}`), {
    ...project.use.launchOptions,
    args: [...(project.use.launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
    baseURL: portal.url,
    locale: "fr-FR",
  });
  const [page] = context.pages();
  if (!page) throw new Error("a browser opens with a page");
  await signIn(page, portal, "admin");
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await page.goto("about:blank");
  const screens = {
    home: "/admin",
    "order list": "/admin/order",
    "order page": `/admin/order/${order?.id}`,
    "sales report": "/admin/analytic/report",
    audit: "/admin/analytic/audit?basis=SOLD",
  };
  for (const { preset, options, target } of PRESETS)
    for (const [name, path] of Object.entries(screens)) {
      const reports: Report[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        reports.push(await report(portal.url + path, port, options));
      reports.sort((one, other) => one.categories.performance.score - other.categories.performance.score);
      const median = reports[Math.floor(ROUNDS / 2)];
      if (!median) throw new Error("there are rounds");
      const scores = CATEGORIES.map(
        (category) => `${category} ${Math.round(median.categories[category].score * 100)}`,
      );
      const performance = Math.round(median.categories.performance.score * 100);
      const times = [
        "first-contentful-paint",
        "largest-contentful-paint",
        "total-blocking-time",
        "cumulative-layout-shift",
      ];
      const figures = times.map((audit) => `${audit} ${median.audits[audit]?.displayValue ?? "?"}`);
      const failed = Object.entries(median.audits)
        .filter(([, audit]) => audit.score !== null && audit.score < 0.9)
        .map(([audit]) => audit);
      process.stdout.write(
        `${name}, ${preset}: ${scores.join(", ")} (performance ${target}: ${performance >= target ? "met" : "missed"})\n` +
          `  ${figures.join(", ")}\n  not whole: ${failed.join(", ")}\n`,
      );
    }
  await context.close();
});
