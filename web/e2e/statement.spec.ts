import { readFile } from "node:fs/promises";
import type { Schemas } from "../kit/src/api/client";
import {
  activity,
  button,
  card,
  completeBuyer,
  completeSeller,
  draftOf,
  line,
  merchant,
  title,
  unique,
} from "./parts";
import { expect, expectAccessible, expectRefused, signIn, signInAs, test } from "./portal";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 62 17"><rect width="17" height="17" fill="#4338ca"/></svg>`;

test("an account tells what was invoiced and paid, to staff and to its customer", async ({
  page,
  portal,
  another,
}) => {
  const { api, organization, store, user } = await merchant(portal, unique("Maison des comptes"));
  const waiting = { storeId: store.id, type: "Palettes", category: "LOGISTICS", description: "Entrepôt B" };
  const year = new Date().getFullYear();
  await api("POST", "/finance/fee", {
    ...{ ...waiting, initiatedAt: `${year}-01-05`, internalAmount: "40.00", customerAmount: "90.00" },
  });
  await completeSeller(api);
  await completeBuyer(api, organization.id);
  const draft = await draftOf(api, organization.id, store.id, { title: unique("Facture") });
  const { number } = await api<Schemas["Invoice"]>("POST", `/invoice/${draft.id}/issue`);
  await signIn(page, portal, "admin", `/admin/store/${store.id}`);

  await test.step("the store's page has it in a tab of its own", async () => {
    await page.getByRole("tab", { name: "Compte" }).click();
    await expect(page.getByText(/^À régler\s:\s2\s520,00\s€$/)).toBeVisible();
    await expect(page.getByText("Soldé", { exact: true })).toBeVisible();
    await expect(line(page, number ?? "")).toContainText(/Facture.*2\s520,00\s€/);
    await expect(card(page, "Frais non encore facturés")).toContainText(/100\s%.*90,00\s€/);
    await expectAccessible(page);
  });

  await test.step("other days are asked for, and stay in the address", async () => {
    await page.getByRole("textbox", { name: "Du", exact: true }).fill("01/01/2020");
    await page.getByRole("textbox", { name: "Au", exact: true }).fill("30/06/2020");
    await page.getByRole("textbox", { name: "Au", exact: true }).blur();
    await expect(page.getByText("Aucun mouvement sur cette période")).toBeVisible();
    await expect(page).toHaveURL(/from=2020-01-01&to=2020-06-30/);
    await expectAccessible(page);
  });

  await test.step("its customer comes there from the invoices, and takes it along", async () => {
    const { email } = await user("Camille Compte", ["READ_INVOICE", "READ_STORE"]);
    const theirs = await another();
    await signInAs(theirs, portal, email);
    await theirs.getByRole("link", { name: "Factures", exact: true }).first().click();
    await theirs.getByRole("link", { name: "Relevé de compte" }).click();
    await expect(theirs.getByText(/^À régler\s:\s2\s520,00\s€$/)).toBeVisible();
    await expect(card(theirs, "Frais non encore facturés")).toHaveCount(0);
    const saved = theirs.waitForEvent("download");
    await button(theirs, "Télécharger en CSV").click();
    const text = await readFile(await (await saved).path(), "utf8");
    expect(text).toContain(`;Facture;${number};`);
    expect(text).toContain("2520,00;2520,00");
    await theirs.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(theirs);
    await theirs.getByRole("link", { name: number ?? "" }).click();
    await expect(title(theirs, draft.title)).toBeVisible();
  });
});

test("the company has a logo and accounts, and the accountant a journal of them", async ({
  page,
  portal,
  watch,
}) => {
  const { api, organization, store } = await merchant(portal, unique("Maison du journal"));
  await completeSeller(api);
  await completeBuyer(api, organization.id);
  const draft = await draftOf(api, organization.id, store.id, { title: unique("Facture") });
  const { number } = await api<Schemas["Invoice"]>("POST", `/invoice/${draft.id}/issue`);
  await signIn(page, portal, "admin", "/admin/company");
  const logo = card(page, "Logo");

  await test.step("a logo is seen on paper as it is chosen", async () => {
    const picture = { name: "comptoir.svg", mimeType: "image/svg+xml", buffer: Buffer.from(SVG) };
    await logo.locator("input[type=file]").setInputFiles(picture);
    await expect(page.getByText("Le logo a été enregistré")).toBeVisible();
    await expect(logo.getByRole("img", { name: "Logo comptoir.svg" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("an account is changed", async () => {
    const accounts = card(page, "Comptes comptables");
    await accounts
      .getByText(/^Frais\s: Logistique/)
      .first()
      .click();
    const account = accounts.getByRole("textbox", { name: "Numéro de compte" });
    await account.fill("7");
    watch.tolerate(/status of 400/);
    await button(page, "Enregistrer").click();
    await expectRefused(account, /./);
    await account.fill("706299");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("L’entreprise a été enregistrée")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the journal has the invoice in these accounts", async () => {
    await page.getByRole("link", { name: "Factures", exact: true }).first().click();
    await button(page, "Journal comptable").click();
    const dialog = page.getByRole("dialog", { name: "Journal comptable" });
    await expectAccessible(page);
    await dialog.getByRole("combobox", { name: /^Année/ }).click();
    await page.getByRole("option", { name: String(new Date().getFullYear()) }).click();
    await dialog.getByRole("button", { name: "Créer le journal" }).click();
    const file = page.waitForEvent("download");
    await (await activity(page)).getByRole("link", { name: "Télécharger" }).click();
    await button(page, "Télécharger le fichier").click();
    const text = await readFile(await (await file).path(), "utf8");
    expect(text).toMatch(/^\uFEFF?JournalCode;JournalLib;/);
    const entries = text.split(/\r?\n/).filter((row) => row.includes(`;${number};`));
    expect(entries).toHaveLength(4);
    expect(entries.join("\n")).toMatch(/;411000;.*;2520,00;0,00;/);
    expect(entries.join("\n")).toMatch(/;706299;.*;0,00;100,00;/);
  });

  await test.step("the logo is deleted", async () => {
    await page.goto("/admin/company");
    await logo.getByRole("button", { name: "Supprimer le logo" }).click();
    const question = page.getByRole("dialog", { name: /^Supprimer le logo/ });
    await question.getByRole("button", { name: "Supprimer le logo" }).click();
    await expect(page.getByText("Le logo a été supprimé")).toBeVisible();
    await expect(logo.getByRole("img")).toHaveCount(0);
  });
});
