// What was open goes on when the host restarts, when a newer portal took its place, and when texts come late.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { button, merchant, title, unique } from "./parts";
import { apiAs, expect, PEOPLE, settled, signIn, signInAs, test } from "./portal";

const STALE = "La page n’est peut-être pas à jour";

/** Opens an address and waits until all is there. */
async function openWhole(page: Page, address: string) {
  await page.goto(address);
  await settled(page);
}

test("a host that restarts takes nothing from who has a list or a form open", async ({
  page,
  portal,
  watch,
  another,
}) => {
  const name = unique("Reprise");
  const { organization } = await merchant(portal, name);
  await signIn(page, portal, "admin");
  await openWhole(page, "/admin/organization");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  const count = await page.getByRole("row").count();

  const writer = await another();
  await signInAs(writer, portal, PEOPLE.admin);
  await openWhole(writer, `/admin/organization/${organization.id}`);
  const field = writer.getByRole("textbox", { name: /^Nom/ });
  const renamed = `${name} et Fils`;
  await field.fill(renamed);

  watch.tolerate(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|50\d/);
  await portal.withoutHost(async () => {
    for (const open of [page, writer]) {
      // As a browser says that comes back into its network; who comes back to a tab looks again too. What was asked a moment
      // ago is not asked again.
      await expect(async () => {
        await open.evaluate(() => dispatchEvent(new Event("online")));
        await expect(open.getByText(STALE)).toBeVisible({ timeout: 2_000 });
      }).toPass();
    }
    await expect(page.getByRole("row")).toHaveCount(count);
    await expect(field).toHaveValue(renamed);
  });
  // Nobody does anything: the stream of events is back, and with it what may have happened meanwhile.
  for (const open of [page, writer]) await expect(open.getByText(STALE)).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole("row")).toHaveCount(count);
  await expect(field).toHaveValue(renamed);
  await button(writer, "Enregistrer").click();
  await expect(writer.getByText("Modifications enregistrées")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: renamed })).toBeVisible();
});

test("code or texts that are gone leave an error in their place, and the way to the newer portal", async ({
  page,
  portal,
  watch,
}) => {
  watch.tolerate(/404|Failed to fetch dynamically imported module|Unable to preload/);
  await signIn(page, portal, "admin");
  const openAgain = async (link: string, gone: RegExp) => {
    const retry = page.getByRole("main").getByRole("button", { name: "Réessayer" });
    await expect(retry).toBeVisible();
    await page.unroute(gone);
    await retry.click();
    await expect(title(page, link)).toBeVisible();
    await expect(button(page, "Colonnes")).toBeVisible();
  };
  const open = (link: string) => page.getByRole("link", { name: link, exact: true }).click();

  const code = /\/UserList-/;
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  await open("Utilisateurs");
  await openAgain("Utilisateurs", code);

  const texts = /\/tickets-/;
  const arrival = Promise.withResolvers<void>();
  await page.route(texts, (route) => arrival.promise.then(() => route.fulfill({ status: 404 })));
  const [list] = await Promise.all([
    page.waitForResponse(/\/TicketList-.*\.js/),
    page.waitForRequest(texts),
    open("Tickets"),
  ]);
  // They fail when the code that waits for them has run and waits.
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  }, list.url());
  arrival.resolve();
  await openAgain("Tickets", texts);
});

/** Every key of the portal's texts that consists of several parts: no text on screen is one. */
const KEYS = globSync("../{,kit/}locales/**/*.json", { cwd: import.meta.dirname }).flatMap((path) =>
  keysOf(JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"))),
);

function keysOf(texts: object, above = ""): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? (above ? [above + key] : []) : keysOf(text, `${above}${key}.`),
  );
}

test("texts that come late are waited for: no key is shown in their place, in either language", async ({
  page,
  portal,
}) => {
  await signIn(page, portal, "admin");
  expect(KEYS).toContain("list.title");
  await page.addInitScript((keys) => {
    const known = new Set(keys);
    const shown: string[] = [];
    Object.assign(window, { shownKeys: shown });
    new MutationObserver(() => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.nodeValue ?? "";
        if (known.has(text)) shown.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, KEYS);
  /** Goes somewhere while its texts are kept back, until something stands in for what they say. */
  const late = async (texts: RegExp, go: () => Promise<unknown>) => {
    const arrival = Promise.withResolvers<void>();
    await page.route(texts, (route) => arrival.promise.then(() => route.continue()));
    await Promise.all([page.waitForRequest(texts), go()]);
    await expect(page.locator("[data-skeleton]").filter({ visible: true }).first()).toBeVisible();
    arrival.resolve();
    await expect(title(page, /^Commande/)).toBeVisible();
  };
  await late(/\/orders-/, () => page.goto("/admin/order"));
  await late(/\/history\.fr-/, () => page.getByRole("row").nth(1).getByRole("link").first().click());
  await expect(page.getByRole("region", { name: "Historique" })).toBeVisible();
  await button(page, "Langue").click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await expect(page.getByRole("region", { name: "History" })).toBeVisible();
  await page.getByRole("link", { name: "Tickets", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Subject" })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shownKeys: string[] }).shownKeys)).toEqual([]);
  const api = await apiAs(portal, PEOPLE.admin);
  await api("PATCH", "/user/current", { locale: "fr" });
});
