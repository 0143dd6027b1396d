import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { button, FORBIDDEN, staff, title, trouble } from "./parts";
import {
  apiAs,
  choose,
  expect,
  expectAccessible,
  expectRefused,
  PEOPLE,
  type Portal,
  signIn,
  signInAs,
  test,
} from "./portal";

const SCREEN = "/admin/snep/integration";
const reports = (page: Page) => page.getByRole("table", { name: "Rapports" }).getByRole("row");

interface Order {
  id: string;
  store: { id: string };
  submittedAt: string;
}

interface Detail {
  lines: { sku: string }[];
}

const cursorOf = (asked: object) => Buffer.from(JSON.stringify(asked)).toString("base64url");

/** A record that was sold: the day of a sale of it, which the compilers count in Paris, its store and its SKU. */
async function sold(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  let order: Order | undefined;
  // Of a store that has no records of its own yet.
  const [nova] = await api<{ id: string }[]>("GET", `/store?cursor=${cursorOf({ search: "Nova Wear" })}`);
  const filters = [
    { field: "status", values: ["DELIVERED"] },
    // What was given away is not counted. Of the last days: by then the first pulls have brought what was paid, too.
    { field: "source", values: ["normal"] },
    { field: "submittedAt", from: new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10) },
    { field: "storeId", values: [nova?.id] },
  ];
  const cursor = cursorOf({ filters });
  await expect
    .poll(
      async () => {
        [order] = await api<Order[]>("GET", `/order?cursor=${cursor}`);
        return order;
      },
      { timeout: 60_000 },
    )
    .toBeDefined();
  const { id, store, submittedAt } = order as Order;
  const [line] = (await api<Detail>("GET", `/order/${id}`)).lines;
  await api("POST", `/store/${store.id}/phonographic`, {
    name: "Aube",
    title: "Aube",
    artist: "Nora K",
    label: "Label X",
    sku: line?.sku,
    barcode: "3760000000017",
    barcodes: [],
    format: "vinyl",
    releasedOn: "2020-01-03",
    reportable: true,
  });
  const day = new Date(submittedAt).toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });
  return { day, storeId: store.id, sku: line?.sku ?? "" };
}

async function fill(page: Page, label: RegExp, day: string) {
  await page.getByLabel(label).fill(day);
}

test("a report is made, refused while a field is wrong, downloaded, sent, replaced, explained and withdrawn", {
  tag: "@task-11",
}, async ({ page, portal, watch }) => {
  const { day, storeId, sku } = await sold(portal);
  await signIn(page, portal, "admin", `/admin/store/${storeId}?tab=charts`);

  await test.step("the form of a record fills itself from the SKU", async () => {
    await page.getByRole("link", { name: "Ajouter un disque" }).click();
    const name = page.getByRole("textbox", { name: "Nom" });
    await expect(name).toBeFocused();
    await page.getByRole("textbox", { name: "Référence (SKU)" }).fill(sku);
    await expect(name).toHaveValue(/./);
    await expect(page.getByRole("textbox", { name: "Code-barres" })).toHaveValue(/^\d{12,13}$/);
    await page.goto("/admin");
  });

  await page.getByRole("link", { name: "Classements" }).click();
  await expect(title(page, "Déclarations aux classements")).toBeVisible();
  const plan = page.getByRole("group", { name: "Envois prévus" });
  await expect(plan.getByRole("row").filter({ hasText: "OCC France" })).toContainText("charts");
  await expectAccessible(page);

  await test.step("what is wrong is told at its field", async () => {
    watch.tolerate(/status of 4(00|09)/);
    await fill(page, /^Du/, day);
    await fill(page, /^Au/, "2099-01-01");
    await button(page, "Créer le rapport").click();
    await expectRefused(page.getByLabel(/^Au/), /./);
    await fill(page, /^Au/, "");
    await button(page, "Créer le rapport").click();
    await expectRefused(page.getByLabel(/^Au/), "Ce champ est obligatoire.");
    await expectAccessible(page);
  });

  await test.step("units sold are stamped with a moment", async () => {
    await fill(page, /^Au/, day);
    await choose(page, /^Mode/, "unités vendues");
    await fill(page, /^Réputées expédiées le/, day);
    await choose(page, /^Heure/, "18");
    await choose(page, /^Minute/, "30");
    await expectAccessible(page);
    await button(page, "Créer le rapport").click();
    await expect(page.getByText("Le rapport est en préparation.")).toBeVisible();
    await expect(reports(page).nth(1)).toContainText("Prêt", { timeout: 30_000 });
    await expect(reports(page).nth(1)).toContainText("unités vendues");
  });

  await test.step("its file is what the receiver gets", async () => {
    const file = page.waitForEvent("download");
    await reports(page)
      .nth(1)
      .getByRole("button", { name: /SNEP_PORTAL/ })
      .click();
    const download = await file;
    expect(await readFile(await download.path(), "utf8")).toContain("3760000000017");
  });

  const send = async (action: string) => {
    await reports(page)
      .nth(1)
      .getByRole("button", { name: /^Actions sur le rapport/ })
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await test.step("a receiver that refuses is named, and is tried again", async () => {
    await trouble(portal, "phonographic", "refuse");
    await send("Envoyer les fichiers");
    await expect(reports(page).nth(1)).toContainText("En échec", { timeout: 60_000 });
    await expectAccessible(page);
    await trouble(portal, "phonographic", "none");
    await send("Envoyer les fichiers");
    await expect(reports(page).nth(1)).toContainText("Envoyé", { timeout: 30_000 });
  });

  await test.step("what was sent is replaced after a question only", async () => {
    await send("Remplacer les fichiers");
    const question = page.getByRole("dialog", { name: "Remplacer les fichiers du destinataire ?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Remplacer les fichiers" }).click();
    await expect(page.getByText("L’envoi des fichiers a commencé.").last()).toBeVisible();
    await expect(reports(page).nth(1)).toContainText("Envoyé", { timeout: 30_000 });
  });

  await test.step("a unit is reported once", async () => {
    await choose(page, /^Mode/, "unités expédiées");
    await button(page, "Créer le rapport").click();
    // The day has a report of another mode.
    await expect(page.getByText("Le rapport n’a pas été créé")).toBeVisible();
  });

  await test.step("it is told why a unit counts or does not", async () => {
    await send("Voir ce qui est compté");
    const dialog = page.getByRole("dialog", { name: /^Ce qui est compté/ });
    await dialog.getByRole("button", { name: "Comptées dans ce rapport" }).click();
    const lines = dialog.getByRole("group", { name: "Lignes de commande" });
    await expect(lines.getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Fermer" }).click();
  });

  await test.step("withdrawn, it gives way to another", async () => {
    await send("Retirer le rapport");
    const dialog = page.getByRole("dialog", { name: "Retirer le rapport ?" });
    await expect(dialog).toContainText("Le destinataire a déjà ce rapport.");
    await dialog.getByRole("textbox", { name: /^Motif/ }).fill("Mauvais mode");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Retirer le rapport" }).click();
    await expect(reports(page).filter({ hasText: "Mauvais mode" })).toContainText("Retiré");
    await button(page, "Créer le rapport").click();
    await expect(page.getByText("Le rapport est en préparation.").last()).toBeVisible();
    await expect(reports(page).nth(1)).toContainText("unités expédiées");
  });

  await test.step("an empty one says why, and gives way to another mode once it is withdrawn", async () => {
    for (const end of [/^Du/, /^Au/]) await fill(page, end, "2020-01-02");
    await button(page, "Créer le rapport").click();
    const latest = reports(page).nth(1).filter({ hasText: "02/01/2020" });
    await expect(latest).toContainText("Rien à déclarer", { timeout: 30_000 });
    await send("Voir ce qui est compté");
    const dialog = page.getByRole("dialog", { name: /^Ce qui est compté/ });
    await expect(dialog).toContainText("Aucune commande n’a été passée ni expédiée à ces dates.");
    await dialog.getByRole("button", { name: "Fermer" }).click();
    await send("Retirer le rapport");
    const question = page.getByRole("dialog", { name: "Retirer le rapport ?" });
    await question.getByRole("textbox", { name: /^Motif/ }).fill("Vide");
    await question.getByRole("button", { name: "Retirer le rapport" }).click();
    await expect(reports(page).filter({ hasText: "Vide" })).toContainText("Retiré");
    await choose(page, /^Mode/, "unités vendues");
    await fill(page, /^Réputées expédiées le/, "2020-01-02");
    await button(page, "Créer le rapport").click();
    await expect(latest).toContainText("unités vendues");
  });
});

test("who may only read finds no form, and who may not stays outside", async ({ page, portal, another }) => {
  const reader = await staff(portal, "Lise Lectrice", ["READ_CONNECTOR", "READ_AUDIT"]);
  await signInAs(page, portal, reader, SCREEN);
  await expect(page.getByRole("group", { name: "Envois prévus" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Rechercher un rapport" })).toBeVisible();
  await expect(button(page, "Créer le rapport")).toHaveCount(0);

  // Without the permission to read audits there is the plan, and nothing that would be refused.
  const planner = await another();
  await signInAs(planner, portal, await staff(portal, "Paul Plan", ["READ_CONNECTOR"]), SCREEN);
  await expect(planner.getByRole("group", { name: "Envois prévus" })).toBeVisible();
  await expect(planner.getByRole("searchbox", { name: "Rechercher un rapport" })).toHaveCount(0);
  await expect(planner.getByRole("alert")).toHaveCount(0);

  const outsider = await another();
  await signInAs(outsider, portal, await staff(portal, "Sans Rien", ["READ_ORDER"]));
  const merchant = await another();
  await signIn(merchant, portal, "customer");
  for (const somebody of [outsider, merchant]) {
    await expect(somebody.getByRole("link", { name: "Classements" })).toHaveCount(0);
    await somebody.goto(SCREEN);
    await expect(title(somebody, FORBIDDEN)).toBeVisible();
  }
});
