// Screens of plugins that the operator does not trust as the portal's own: what they can do, and what they try.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { FrameLocator, Page } from "@playwright/test";
import { button, line } from "./parts";
import { apiAs, barriers, COLOUR_RULES, choose, expect, PEOPLE, signIn, test } from "./portal";

const root = resolve(import.meta.dirname, "../..");
const hostile = join(import.meta.dirname, "hostile");

test.use({
  operator: `
[plugins.hostile]
source = "${hostile}"
enabled = true
[plugins.bigblue]
screens = "isolated"
`,
});

test.beforeAll(() => {
  mkdirSync(join(hostile, "dist"), { recursive: true });
  copyFileSync(join(root, "plugins/cubyn/dist/cubyn.wasm"), join(hostile, "dist/hostile.wasm"));
  const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  execFileSync(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: join(hostile, "web") });
});

/** What stands in a plugin's frame. */
const inside = (page: Page): FrameLocator => page.frameLocator("iframe");
/** The frame itself. */
async function frameOf(page: Page) {
  const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
  if (!frame) throw new Error("no frame");
  return frame;
}

test("what isolated screens try comes to nothing", async ({ page, portal, watch }) => {
  // Each refusal is told on the browser's console.
  watch.tolerate(/./);
  const sent: { url: string; headers: Record<string, string>; isOurs: boolean }[] = [];
  const surprises: string[] = [];
  page.on("dialog", (dialog) => {
    surprises.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => surprises.push(`a window: ${popup.url()}`));
  page.on("download", (download) => surprises.push(`a file: ${download.suggestedFilename()}`));
  await signIn(page, portal, "admin", "/admin/hostile/attempts");
  const screen = inside(page);
  await expect(screen.getByRole("heading", { name: "Attempts" })).toBeVisible();
  const address = page.url();
  page.on("request", (request) =>
    sent.push({
      url: request.url(),
      headers: request.headers(),
      isOurs: request.frame() === page.mainFrame(),
    }),
  );
  const reached: string[] = [];
  page.on("response", (response) => {
    if (response.frame() !== page.mainFrame()) reached.push(response.url());
  });

  await screen.getByRole("button", { name: "Try everything" }).click();
  const results = screen.getByTestId("results");
  await expect(results).toBeVisible({ timeout: 90_000 });
  const found: Record<string, unknown> = JSON.parse((await results.textContent()) ?? "");
  expect(Object.keys(found).length).toBeGreaterThan(80);
  expect(Object.entries(found).filter(([, result]) => result !== "nothing")).toEqual([]);

  // Nor did it show elsewhere.
  expect(surprises).toEqual([]);
  expect(page.url()).toBe(address);
  expect(page.context().pages()).toHaveLength(1);
  expect(page.context().serviceWorkers()).toEqual([]);
  expect(reached.filter((url) => !/\/(frame\/assets|plugins\/hostile)\//.test(url))).toEqual([]);
  const { origin } = new URL(portal.url);
  for (const { url, headers } of sent.filter(({ url, isOurs }) => isOurs && url.startsWith(origin))) {
    const path = new URL(url).pathname;
    // What the portal asks for itself meanwhile is its own.
    if (!headers["comptoir-plugin"]) expect(path).not.toMatch(/hostile|bigblue|user\/?$|climb/);
    else expect(headers["comptoir-plugin"]).toBe("hostile");
    expect(headers["idempotency-key"]).not.toBe("theirs");
  }
  const api = await apiAs(portal, PEOPLE.admin);
  const users = await api<{ email: string }[]>("GET", "/user");
  expect(users.filter(({ email }) => email.includes("evil"))).toEqual([]);
  // Whoever has opened it is still signed in, and their screens still work.
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Commandes", level: 1 })).toBeVisible();
});

/** What ends a screen, and what is said then. */
const ENDS = [
  ["leaves for another site", /chargée/],
  ["becomes another plugin's frame", /chargée/],
  ["becomes the portal", /chargée/],
  ["floods the channel", /chargée/],
  ["sends without end", /chargée/],
  ["says what no screen says", /chargée/],
  ["calls beside the channel", /chargée/],
  ["uses a method of its own", /chargée/],
  ["computes", /répondu à temps/],
] as const;

for (const [end, words] of ENDS) {
  test(`an isolated screen that ${end.replace("computes", "computes without end")} ends in its own place`, async ({
    page,
    portal,
    watch,
  }) => {
    watch.tolerate(/./);
    await signIn(page, portal, "admin", "/admin/hostile/attempts");
    await inside(page).getByRole("button", { name: end, exact: true }).click({ noWaitAfter: true });
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(words, { timeout: 40_000 });
    await expect(alert).toContainText("Hostile");
    await expect(page.locator("iframe")).toHaveCount(0);
    // The portal is as it was, and the screen can be opened again.
    await page.getByRole("link", { name: "Commandes", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Commandes", level: 1 })).toBeVisible();
    await page.goBack();
    await expect(inside(page).getByRole("heading", { name: "Attempts" })).toBeVisible();
  });
}

test("an isolated plugin's screens are used like any other", async ({ page, portal }) => {
  await signIn(page, portal, "admin", "/admin/bigblue/product");
  const screen = inside(page);
  await expect(screen.getByRole("heading", { name: "Produits Bigblue" })).toBeVisible();
  await expect(page).toHaveTitle(/^Produits Bigblue/);
  await expect(line(screen, /MUSIX/)).not.toHaveCount(0);
});
