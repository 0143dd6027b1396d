// Screens of plugins that the operator does not trust as the portal's own: what they can do, and what they try.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { FrameLocator, Page } from "@playwright/test";
import { button, line, title } from "./parts";
import { apiAs, barriers, expect, expectRefused, PEOPLE, signIn, test } from "./portal";

const root = resolve(import.meta.dirname, "../..");
const hostile = join(import.meta.dirname, "hostile");

// The portal is there before what comes before all: the plugin is built for the settings that name it.
test.use({
  operator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture asks for from its pattern.
    async ({}, use) => {
      mkdirSync(join(hostile, "dist"), { recursive: true });
      copyFileSync(join(root, "plugins/cubyn/dist/cubyn.wasm"), join(hostile, "dist/hostile.wasm"));
      const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
      execFileSync(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: join(hostile, "web") });
      await use(`
[plugins.hostile]
source = "${hostile}"
enabled = true
[plugins.bigblue]
screens = "isolated"
`);
    },
    { scope: "worker" },
  ],
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
] as const;

test("what ends isolated screens ends them in their own place", async ({ page, portal, watch }) => {
  test.setTimeout(300_000);
  watch.tolerate(/./);
  await signIn(page, portal, "admin", "/admin/order");
  for (const [end, words] of ENDS)
    await test.step(end, async () => {
      await page.getByRole("link", { name: "Tentatives" }).click();
      const start = inside(page).getByRole("button", { name: end, exact: true });
      await start.click({ noWaitAfter: true });
      const alert = page.getByRole("alert");
      await expect(alert).toContainText(words, { timeout: 40_000 });
      await expect(alert).toContainText("Hostile");
      await expect(page.locator("iframe")).toHaveCount(0);
      // The portal is as it was.
      await page.getByRole("link", { name: "Commandes", exact: true }).click();
      await expect(title(page, "Commandes")).toBeVisible();
    });
  // And it can be tried again.
  await page.getByRole("link", { name: "Tentatives" }).click();
  await expect(title(inside(page), "Attempts")).toBeVisible();
});

/** Screens of a real plugin, as they are. */
test("isolated screens are used like any other", async ({ page, portal, watch }) => {
  await signIn(page, portal, "admin", "/admin/bigblue/product");
  const screen = inside(page);
  await expect(title(screen, "Produits Bigblue")).toBeVisible();
  await expect(page).toHaveTitle(/^Produits Bigblue/);
  await expect(screen.getByRole("row")).not.toHaveCount(0);

  const sku = `MUSI-971234-${Date.now().toString(36).toUpperCase().slice(-4)}`;
  await test.step("from a list to its form, which tells what is wrong at its field", async () => {
    await screen.getByRole("link", { name: "Créer un produit" }).first().click();
    await expect(page).toHaveURL(/\/admin\/bigblue\/product\/create$/);
    const reference = screen.getByRole("textbox", { name: "Référence" });
    await expect(reference).toBeFocused();
    await button(screen, "Créer un produit").click();
    await expectRefused(reference, /Ce champ est obligatoire/);
    await reference.fill("pas une référence");
    await screen.getByRole("textbox", { name: "Nom" }).fill("Tote bag écru");
    await screen.getByRole("textbox", { name: "Valeur en douane" }).fill("4,50");
    await screen.getByRole("textbox", { name: "Devise" }).fill("EUR");
    watch.tolerate(/status of 400/);
    await button(screen, "Créer un produit").click();
    await expect(reference).toHaveAttribute("aria-invalid", "true");
  });

  await test.step("what is typed is not lost by a click beside the frame", async () => {
    await page.getByRole("link", { name: "Commandes", exact: true }).click();
    const question = page.getByRole("dialog", { name: /Quitter sans enregistrer/ });
    await question.getByRole("button", { name: "Rester" }).click();
    await expect(screen.getByRole("textbox", { name: "Nom" })).toHaveValue("Tote bag écru");
  });

  await test.step("what is made has a page, which a reload and the way back know", async () => {
    await screen.getByRole("textbox", { name: "Référence" }).fill(sku);
    await button(screen, "Créer un produit").click();
    await expect(title(screen, "Tote bag écru")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/admin/bigblue/product/${sku}$`));
    await page.reload();
    await expect(title(screen, "Tote bag écru")).toBeVisible();
    await page
      .getByRole("navigation", { name: "Fil d’Ariane" })
      .getByRole("link", { name: "Produits Bigblue" })
      .click();
    await expect(title(screen, "Produits Bigblue")).toBeVisible();
    await page.goBack();
    await expect(title(screen, "Tote bag écru")).toBeVisible();
    await page.goForward();
    await expect(title(screen, "Produits Bigblue")).toBeVisible();
  });

  await test.step("a search stands in the address", async () => {
    await screen.getByRole("searchbox").fill(sku);
    await expect(line(screen, sku)).toBeVisible();
    await expect(page).toHaveURL(/cursor=/);
    await page.reload();
    await expect(line(screen, sku)).toBeVisible();
    await expect(screen.getByRole("searchbox")).toHaveValue(sku);
  });
});

test("isolated screens look and speak as the portal does, and keys go through them", async ({
  page,
  portal,
}) => {
  await signIn(page, portal, "admin", "/admin/bigblue/product");
  const screen = inside(page);
  await expect(title(screen, "Produits Bigblue")).toBeVisible();
  const html = screen.locator("html");

  await test.step("no rule of accessibility is broken, light and dark, on a desk and on a phone", async () => {
    for (const [colorScheme, width] of [
      ["light", 1440],
      ["dark", 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expect(html).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      const frame = await frameOf(page);
      expect(await barriers(frame), `${colorScheme} ${width}`).toEqual([]);
      const over = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${width} wide`).toBeLessThanOrEqual(0);
      expect(await page.locator("iframe").evaluate((element) => element.clientWidth)).toBe(
        width === 390 ? 390 : width - 232,
      );
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("it speaks the language that is chosen", async () => {
    await page.getByRole("button", { name: /Langue/ }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(title(screen, "Bigblue products")).toBeVisible();
    await expect(html).toHaveAttribute("lang", "en");
    await (await apiAs(portal, PEOPLE.admin))("PATCH", "/user/current", { locale: "fr" });
  });

  await test.step("keys lead in, on and out again", async () => {
    await page.locator("#main").focus();
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("IFRAME");
    // It is the last on the page: on from it is the browser's own.
    for (let at = 0; at < 10 && (await focused()) === "IFRAME"; at++) await page.keyboard.press("Shift+Tab");
    expect(await focused()).not.toBe("IFRAME");
  });
});
