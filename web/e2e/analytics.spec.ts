// The sales report and the audit: what is asked for stands in the address, figures are the API's and lead to what they sum up.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Schemas } from "../kit/src/api/client";
import { ALL_STORES, account, activity, button, card, first, title } from "./parts";
import {
  apiAs,
  choose,
  expect,
  expectAccessible,
  PEOPLE,
  type Portal,
  settled,
  signIn,
  test,
} from "./portal";
import { addSoldRecord } from "./routes";

const STORE = "Aurore Records";
const OF_A_DAY = "/analytic/sales?startAt=2026-11-01&endAt=2026-11-01";

type Api = Awaited<ReturnType<typeof apiAs>>;

/** A count as the portal writes it. */
const numberIn = (text: string | null) => Number((text ?? "").replace(/\s/g, ""));

const definitionOf = (page: Page, label: string) => button(page, `Définition\u00a0: ${label}`);

/** The figure of a card. */
const figure = async (page: Page, label: string) =>
  numberIn(await definitionOf(page, label).locator("xpath=../following-sibling::*[1]").textContent());

/** The days of what is shown, as the API takes them. */
async function daysOf(page: Page): Promise<string> {
  const text = await page.getByText(/^Du \d\d\/\d\d\/\d{4} au/).textContent();
  const [from, to] = [...(text ?? "").matchAll(/(\d\d)\/(\d\d)\/(\d{4})/g)].map(
    ([, d, m, y]) => `${y}-${m}-${d}`,
  );
  return `startAt=${from}&endAt=${to}`;
}

/** Opens a link behind a figure, whose list has as many rows, and comes back. */
async function expectBehind(page: Page, path: string, count: number) {
  await page.waitForURL((url) => url.pathname.endsWith(path));
  await expect(title(page, "Commandes")).toBeVisible();
  const place = page.getByText(/^\d+–\d+ sur [\d\s]+$/);
  await expect.poll(async () => numberIn((await place.textContent())?.split("sur")[1] ?? "")).toBe(count);
  await page.goBack();
  await settled(page);
}

/** The report has what the API says, and all orders that its list has: that has at once what a pull brings, the report within a minute. */
async function expectCounted(page: Page, api: Api, of = "") {
  const report = page.url();
  await expect(async () => {
    await page.goto(report);
    await settled(page);
    const query = (await daysOf(page)) + of;
    const { current } = await api<Schemas["AnalyticSales"]>("GET", `/analytic/sales?${query}`);
    const orders = await figure(page, "Commandes");
    expect(orders).toBeGreaterThan(0);
    expect(orders).toBe(current.commerceOrders);
    await page.getByRole("main").getByRole("link", { name: "Commandes", exact: true }).click();
    await expectBehind(page, "/order", orders);
  }).toPass({ timeout: 150_000 });
}

/** A page on a phone is no wider than that, and as accessible. */
async function expectOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function storeId(portal: Portal) {
  const stores = await (await apiAs(portal, PEOPLE.admin))<{ id: string; name: string }[]>("GET", ALL_STORES);
  return stores.find(({ name }) => name === STORE)?.id ?? "";
}

test("a report is asked for by its address, says what its figures are and leads to their orders", async ({
  page,
  portal,
}) => {
  test.setTimeout(240_000);
  const api = await apiAs(portal, PEOPLE.admin);
  await first(api, "/analytic/product?startAt=2026-06-01&endAt=2026-11-30");
  const store = await storeId(portal);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Rapport", exact: true }).click();
  await expect(title(page, "Rapport des ventes")).toBeVisible();

  await test.step("a preset and a store stand in the address, and come back with it", async () => {
    await choose(page, /^Période/, "3 derniers mois");
    await expect(page).toHaveURL(/range=last3Months/);
    await choose(page, /^Boutique/, STORE);
    await expect(page).toHaveURL(new RegExp(`range=last3Months&store=${store}`));
    await page.reload();
    await expect(page.getByRole("combobox", { name: /^Période/ })).toHaveValue("3 derniers mois");
    await expect(page.getByRole("combobox", { name: /^Boutique/ })).toHaveValue(STORE);
    await settled(page);
    await expectAccessible(page);
  });

  await test.step("a figure is what the API says", async () => {
    await expectCounted(page, api, `&storeId=${store}`);
  });

  await test.step("a figure says what it is, by keyboard", async () => {
    const definition = definitionOf(page, "Commandes");
    await definition.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Définition\u00a0: Commandes" });
    await expect(panel).toContainText("premier et dernier jour compris");
    await expect(panel).toContainText("Chiffres à jour");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(definition).toBeFocused();
  });

  /** What the plot of placed orders tells of its first days. */
  const told: string[] = [];

  await test.step("a plot is walked through with the arrow keys", async () => {
    const plot = card(page, "Dans le temps").getByRole("figure", { name: "Commandes passées" });
    await plot.getByRole("button").last().focus();
    await page.keyboard.press("Tab");
    await expect(plot.getByRole("application", { name: "Commandes passées" })).toBeFocused();
    const tip = plot.getByRole("status");
    while (told.length < 3) {
      await expect(tip).not.toHaveText(told.at(-1) ?? "");
      told.push((await tip.textContent()) ?? "");
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowLeft");
    await expect(tip).toHaveText(told[2] ?? "");
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await expect(tip).toBeHidden();
  });

  await test.step("a plot is a table whose days lead to their orders, and a file", async () => {
    const over = card(page, "Dans le temps");
    await over.getByRole("button", { name: /^Voir.*Commandes passées.*en tableau$/ }).click();
    for (const [at, tip] of told.entries()) {
      const row = over.getByRole("row").nth(at + 1);
      const [day, sold, seeding] = await row.getByRole("cell").allTextContents();
      expect(tip).toBe(`${day}Vendues${sold}Envois promotionnels${seeding}`);
    }
    const link = over.getByRole("table").getByRole("link").first();
    const count = numberIn(await link.textContent());
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await over.getByRole("button", { name: /^Télécharger.*Commandes passées.*en CSV$/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("commandes-passees.csv");
    expect(await readFile(await file.path(), "utf8")).toMatch(/Jour;Vendues;Envois promotionnels/);
    await link.focus();
    await page.keyboard.press("Enter");
    await expectBehind(page, "/order", count);
  });

  await test.step("orders of a status are those of an organization's stores", async () => {
    await choose(page, /^Organisation/, /Aurore/);
    await expect(page).toHaveURL(/organization=/);
    await settled(page);
    const row = card(page, "Commandes par statut").getByRole("row").nth(1);
    const count = numberIn(await row.getByRole("link").textContent());
    await row.getByRole("link").click();
    await expectBehind(page, "/order", count);
  });

  await test.step("countries have bars, the best products are three columns", async () => {
    const countries = card(page, "Ventes par pays").getByRole("list");
    await expect(countries.getByRole("listitem").first()).toContainText(
      /^France.*commandes?.*%.*articles?.*€/,
    );
    const headings = card(page, "Meilleures ventes").getByRole("columnheader");
    await expect(headings).toHaveText(["Produit", "Quantité", "Ventes HT"]);
  });

  await test.step("on paper there is the page alone, and what was asked for in words", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation").first()).toBeHidden();
    await expect(page.getByRole("combobox").first()).toBeHidden();
    await expect(button(page, "Imprimer la page")).toBeHidden();
    await expect(page.getByRole("definition").filter({ hasText: "3 derniers mois" })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await expect(button(page, "Imprimer la page")).toBeVisible();
  });

  await expectOnPhone(page);
});

test("an audit counts records by week, by country, by barcode and by product, and is exported", async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000);
  const api = await apiAs(portal, PEOPLE.admin);
  const record = await addSoldRecord(portal);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await choose(page, /^Période/, "3 derniers mois");
  await choose(page, /^Une unité compte/, "le jour de sa commande");
  await expect(page).toHaveURL(/basis=SOLD/);
  const records = (by: string) => card(page, `Références par ${by}`);
  const row = (by: string) => records(by).getByRole("row").filter({ hasText: record.barcode });

  await test.step("a record has its units by barcode and by product", async () => {
    await expect(async () => {
      await page.reload();
      await settled(page);
      const audit = await api<Schemas["AnalyticAudit"]>(
        "GET",
        `/analytic/audit?${await daysOf(page)}&basis=SOLD`,
      );
      const units = audit.products
        .filter(({ barcode }) => barcode === record.barcode)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      expect(units).toBeGreaterThan(0);
      await expect(row("code-barres").getByRole("cell").nth(4)).toHaveText(String(units), { timeout: 1 });
      expect(await figure(page, "Unités")).toBe(audit.quantity);
    }).toPass({ timeout: 60_000 });
    await choose(page, /^Regrouper/, "par produit");
    await expect(page).toHaveURL(/group=PRODUCT/);
    await expect(row("produit").getByRole("cell").first()).toContainText(record.name);
    await page.reload();
    await expect(page.getByRole("combobox", { name: /^Regrouper/ })).toHaveValue("par produit");
    await expectAccessible(page);
  });

  await test.step("weeks are a table too, countries have bars", async () => {
    await page.getByRole("button", { name: /^Voir.*Unités par semaine.*en tableau$/ }).click();
    const weeks = card(page, "Semaine par semaine").getByRole("table");
    await expect(weeks.getByRole("columnheader")).toHaveText(["Semaine du vendredi", "Quantité"]);
    await expect(card(page, "Ventes par pays").getByRole("listitem").first()).toContainText(/unités?.*%.*€/);
  });

  await test.step("the export comes by e-mail", async () => {
    await button(page, "Exporter l’audit").click();
    await expect(
      page.getByText("L’export est en route\u00a0: un e-mail en donnera l’adresse."),
    ).toBeVisible();
    await expect((await activity(page)).getByText("Terminé").first()).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press("Escape");
    const mail = () => portal.mail(PEOPLE.admin);
    await expect(() => expect(mail()).toContain("/download/")).toPass({ timeout: 20_000 });
    await page.goto(/http\S+\/download\/\S+/.exec(mail())?.[0] ?? "");
    const download = page.waitForEvent("download");
    await button(page, "Télécharger le fichier").click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain(record.barcode);
    await page.goBack();
    await settled(page);
  });

  await expectOnPhone(page);
});

test("a merchant has the report and the audit of their own stores", async ({ page, portal }) => {
  test.setTimeout(240_000);
  const api = await apiAs(portal, PEOPLE.customer);
  await first(api, "/analytic/product?startAt=2026-06-01&endAt=2026-11-30");
  await signIn(page, portal, "customer");
  await page.getByRole("link", { name: "Rapport", exact: true }).click();
  await choose(page, /^Période/, "3 derniers mois");
  await expect(page.getByRole("combobox", { name: /^Organisation/ })).toHaveCount(0);
  await settled(page);
  await expectAccessible(page);
  await expectCounted(page, api);
  await expectOnPhone(page);
  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await expect(title(page, "Audit des ventes")).toBeVisible();
  await expectAccessible(page);
  await expectOnPhone(page);

  await test.step("both speak English too", async () => {
    await button(page, "Langue").click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(title(page, "Sales audit")).toBeVisible();
    await expect(page.getByRole("combobox", { name: /^A unit counts/ })).toHaveValue("on the day it left");
    await page.getByRole("link", { name: "Report", exact: true }).click();
    await expect(title(page, "Sales report")).toBeVisible();
    await choose(page, /^Period/, "Last 3 months");
    await settled(page);
    await expect(page.getByText(/^From .* to .*, days in Paris\. Figures as of/)).toBeVisible();
    const over = card(page, "Over time");
    await over.getByRole("button", { name: /^Show.*Sales excl\. VAT.*table$/ }).click();
    await expect(over.getByRole("columnheader")).toHaveText([/^Day|^Week/, "These days", "The days before"]);
    await expect(over.getByRole("cell", { name: /^€[\d,]+\.\d\d$/ }).first()).toBeVisible();
    await expect(card(page, "Orders by status").getByRole("row", { name: /^Delivered/ })).toBeVisible();
    await expect(card(page, "Sales by country").getByRole("listitem").first()).toContainText(
      /^France.*orders?.*%.*articles?.*€/,
    );
    const headings = card(page, "Best products").getByRole("columnheader");
    await expect(headings).toHaveText(["Product", "Quantity", "Sales excl. VAT"]);
    await expectOnPhone(page);
  });
  await api("PATCH", "/user/current", { locale: "fr" });
});

test("a week's figures come by mail to who asks for them, until one press on the mail's link", async ({
  page,
  portal,
  another,
}) => {
  const api = await apiAs(portal, PEOPLE.customer);
  await first(api, "/analytic/product?startAt=2026-06-01&endAt=2026-11-30");
  await signIn(page, portal, "customer");
  const ask = button(page, "Recevoir l’e-mail du lundi");
  const stop = button(page, "Ne plus recevoir cet e-mail");
  const mail = () => portal.mail(PEOPLE.customer);
  const linkTo = (path: string) => new RegExp(`http\\S+${path}\\S*`).exec(mail())?.[0] ?? "";

  await test.step("it is asked for on one's profile", async () => {
    await account(page).click();
    await page.getByRole("menuitem", { name: "Profil" }).click();
    await ask.click();
    await expect(page.getByText("Le premier e-mail arrive lundi")).toBeVisible();
    await page.reload();
    await expect(stop).toBeVisible();
    await expectAccessible(page);
    await expectOnPhone(page);
  });
  const profile = page.url();

  await test.step("the mail leads to the report of its week", async () => {
    // It is the morning of the Monday after.
    portal.sql(
      `update analytics_mails set sent_for = sent_for - 7;
       select graphile_worker.add_job('analytics.morning', '{}')`,
    );
    await expect(() => expect(mail()).toContain("Voici votre semaine du")).toPass({ timeout: 30_000 });
    const [, from = "", to = ""] = /semaine du (\S+) au (\S+)\./.exec(mail()) ?? [];
    expect(mail()).toMatch(/Commandes\s: \d/);
    await page.goto(linkTo("/analytic/report"));
    await expect(title(page, "Rapport des ventes")).toBeVisible();
    await expect(page.getByText(`Du ${from} au ${to}`)).toBeVisible();
  });

  await test.step("who reads the mail elsewhere, signed in nowhere, ends it", async () => {
    const elsewhere = await another();
    await elsewhere.goto(linkTo("/mail/stop"));
    await button(elsewhere, "Ne plus recevoir cet e-mail").click();
    await expect(elsewhere.getByRole("status")).toContainText("Vous ne recevrez plus cet e-mail");
    await expectAccessible(elsewhere);
    await page.goto(profile);
    await expect(ask).toBeVisible();
    await expect(stop).toHaveCount(0);
  });
});

test("a store's goal is set on its page, and whoever reads its figures sees how far it has come", async ({
  page,
  portal,
  another,
  watch,
}) => {
  test.setTimeout(240_000);
  watch.tolerate(/status of 400 .*\/goals$/);
  const api = await apiAs(portal, PEOPLE.admin);
  const stores = await api<Schemas["StoreRow"][]>("GET", ALL_STORES);
  const store = stores.find(({ name }) => name === STORE);
  // Before anything is counted nobody is told how far they are.
  await expect
    .poll(async () => (await api<Schemas["AnalyticSales"]>("GET", OF_A_DAY)).countedAt, { timeout: 90_000 })
    .toBeTruthy();
  await signIn(page, portal, "admin", `/admin/store/${store?.id}?tab=goals`);

  await test.step("it is set, in euros a month", async () => {
    await expect(page.getByText("La boutique n’a pas d’objectif.")).toBeVisible();
    await button(page, "Modifier les objectifs").click();
    const dialog = page.getByRole("dialog", { name: "Objectifs de ventes" });
    await button(dialog, "Ajouter un objectif").click();
    await button(dialog, "Ajouter un objectif").click();
    const months = dialog.getByRole("textbox", { name: /^À partir de/ });
    const amounts = dialog.getByRole("textbox", { name: /^Ventes HT par mois/ });
    // Of one month there is one goal.
    await amounts.nth(0).fill("9000");
    await amounts.nth(1).fill("8000");
    await expectAccessible(page);
    await button(dialog, "Enregistrer").click();
    await expect(dialog.getByText("Les valeurs doivent être uniques.")).toBeVisible();
    await months.nth(1).fill("01/2026");
    await months.nth(1).press("Tab");
    await button(dialog, "Enregistrer").click();
    await expect(page.getByText("Les objectifs ont été enregistrés")).toBeVisible();
    await expect(page.getByRole("row", { name: /janvier 2026/ })).toContainText(/8\s000,00\s€/);
    await expectOnPhone(page);
  });

  await test.step("the page says how far this month has come", async () => {
    await expect(page.getByText(/ vendus sur 9\s000,00\s€$/)).toBeVisible();
    await page.goto("/admin");
    await expect(page.getByText(/ vendus sur 9\s000,00\s€/)).toBeVisible();
    await expectOnPhone(page);
  });

  await test.step("a report has the share of its days", async () => {
    // Half of September, of a goal of 8,000 euros.
    await page.goto("/admin/analytic/report?from=2026-09-16&to=2026-09-30");
    await expect(page.getByText(/ vendus sur 4\s000,00\s€/)).toBeVisible();
    await expectOnPhone(page);
  });

  await test.step("its history names it", async () => {
    await page.goto(`/admin/store/${store?.id}?tab=notes`);
    await expect(card(page, "Historique")).toContainText("Objectif à partir de janvier 2026");
  });

  await test.step("its merchant reads it, and changes nothing", async () => {
    const theirs = await another();
    const organization = store?.organizations[0]?.id;
    await signIn(theirs, portal, "customer", `/customer/${organization}/store/${store?.id}?tab=goals`);
    await expect(theirs.getByRole("row", { name: /janvier 2026/ })).toBeVisible();
    await expect(button(theirs, "Modifier les objectifs")).toHaveCount(0);
  });
});
