import type { Page } from "@playwright/test";
import {
  ALL_STORES,
  button,
  card,
  completeBuyer,
  completeSeller,
  draftOf,
  field,
  line,
  merchant,
  searchFor,
  unique,
} from "./parts";
import { expect, expectAccessible, type Portal, signIn, signInAs, test } from "./portal";

/** A store with a reader of its invoices and two drafts, of which one is due on the day that it is issued. */
async function drafted(portal: Portal) {
  const name = unique("Facture de novembre");
  const { api, organization, store, user } = await merchant(portal, unique("Maison des envois"));
  await completeSeller(api);
  await completeBuyer(api, organization.id);
  const { email } = await user("Fanny Facture", ["READ_INVOICE"]);
  const draft = (title: string, deadlineAt: string) =>
    draftOf(api, organization.id, store.id, { title, deadlineAt });
  const late = await draft(`${name} échue`, "2026-01-31");
  await draft(`${name} à venir`, "2099-12-31");
  return { name, late, email };
}

/** The list, narrowed to these, all selected. */
async function select(page: Page, name: string) {
  await page.goto("/admin/invoice");
  await searchFor(page, name, "Titre ou numéro");
  // Both may be in sight before the list is narrowed.
  await expect(page.getByText("1–2 sur 2", { exact: true })).toBeVisible();
  await expect(line(page, name)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Sélectionner toute la page" }).check();
}

const close = (page: Page) => button(page.getByRole("dialog"), "Fermer").click();

test("invoices are issued together, read as PDF, mailed, reminded of, paid and downloaded", async ({
  page,
  portal,
  another,
}) => {
  test.setTimeout(180_000);
  const { name, late, email } = await drafted(portal);
  await signIn(page, portal, "admin");
  const work = (title: string) => page.getByRole("dialog", { name: title });

  await test.step("both drafts are issued by one task", async () => {
    await select(page, name);
    await expect(button(page, "Relancer")).toHaveCount(0);
    await button(page, "Émettre").click();
    await expect(work("Émettre les factures")).toContainText("2 factures");
    await expectAccessible(page);
    await button(work("Émettre les factures"), "Émettre").click();
    await expect(work("Émettre les factures")).toContainText("2 factures émises");
    await expectAccessible(page);
    await close(page);
    await expect(line(page, `${name} échue`)).toContainText("Virement à faire");
  });

  await test.step("what was due some days ago is late", async () => {
    portal.sql(
      `alter table invoices disable trigger invoices_issued;
       update invoices set issued_at = issued_at - interval '3 days', deadline_at = deadline_at - 3 where id = '${late.id}';
       alter table invoices enable trigger invoices_issued`,
    );
    await page.reload();
    await expect(line(page, `${name} échue`)).toContainText("Paiement en retard");
  });

  await test.step("it is read as PDF, and kept", async () => {
    await page.goto(`/admin/invoice/${late.id}`);
    await button(page, "Voir le PDF").click();
    const dialog = page.getByRole("dialog", { name: /^F-\d{4}/ });
    await expect(dialog.locator("canvas").first()).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await button(dialog, "Télécharger le PDF").click();
    expect((await download).suggestedFilename()).toMatch(/^F-\d{4}-\d{4}\.pdf$/);
    await page.keyboard.press("Escape");
  });

  await test.step("it goes out by mail, which is shown first", async () => {
    await button(page, "Envoyer par e-mail").click();
    const dialog = page.getByRole("dialog", { name: /^Envoyer F-/ });
    await expect(dialog).toContainText(email);
    await expect(dialog).toContainText(/Votre facture F-/);
    await dialog.getByRole("textbox", { name: "Message personnel" }).fill("Merci de votre confiance.");
    await expectAccessible(page);
    await button(dialog, "Envoyer l’e-mail").click();
    await expect(dialog).toContainText("L’e-mail est parti");
    await close(page);
    await expect(card(page, "Facture")).toContainText("Envoyée le");
    expect(portal.mail(email)).toContain("Merci de votre confiance.");
  });

  await test.step("of a late one its readers are reminded, once a day", async () => {
    await button(page, "Relancer").click();
    const dialog = page.getByRole("dialog", { name: /^Relance pour F-/ });
    await button(dialog, "Envoyer la relance").click();
    await expect(dialog).toContainText("La relance est partie");
    await close(page);
    await expect(button(page, "Relancer")).toHaveAttribute("aria-disabled", "true");
    await expect(card(page, "Facture")).toContainText("Dernière relance");
  });

  await test.step("the other one is sent from the list, the first one is left as it is", async () => {
    await select(page, name);
    await button(page, "Envoyer").click();
    const dialog = work("Envoyer les factures par e-mail");
    await expect(dialog).toContainText("1 autre facture de votre sélection ne s’y prête pas");
    await button(dialog, "Envoyer").click();
    await expect(dialog).toContainText("1 facture envoyée");
    await close(page);
  });

  await test.step("both are paid", async () => {
    await button(page, "Marquer comme payées").click();
    await button(work("Marquer les factures comme payées"), "Marquer comme payées").click();
    await expect(work("Marquer les factures comme payées")).toContainText("2 factures marquées comme payées");
    await close(page);
    await expect(line(page, `${name} échue`)).toContainText("Virement effectué");
  });

  await test.step("their customer reads them, and has them as an archive", async () => {
    const theirs = await another();
    await signInAs(theirs, portal, email);
    await theirs.getByRole("link", { name: "Factures", exact: true }).first().click();
    await theirs.getByRole("checkbox", { name: "Sélectionner toute la page" }).check();
    await expect(button(theirs, "Envoyer")).toHaveCount(0);
    await button(theirs, "Télécharger les PDF").click();
    const dialog = theirs.getByRole("dialog", { name: "Télécharger les PDF" });
    await button(dialog, "Télécharger les PDF").click();
    await expect(dialog).toContainText("L’archive est prête");
    await expectAccessible(theirs);
    const download = theirs.waitForEvent("download");
    await button(dialog, "Télécharger l’archive").click();
    expect((await download).suggestedFilename()).toMatch(/^factures-.*\.zip$/);
  });
});

/** A month that the shop of the demo's stores tells sales of, and that is not invoiced yet. */
const MONTH = { typed: "10/2026", day: "2026-10-14", name: "octobre 2026" };

test("a month's invoices are prepared at once, and what needs a person is told", async ({ page, portal }) => {
  const { api, store, organization } = await merchant(portal, unique("Maison du mois"));
  const stores = await api<{ id: string; name: string }[]>("GET", ALL_STORES);
  const connected = stores.find(({ name }) => name === "Aurore Records");
  for (const id of [store.id, connected?.id])
    portal.sql(
      `insert into orders (id, store_id, provider, provider_id, reference, status, as_of, currency, subtotal, tax, discount,
         shipping_price, total, item_count, country_code, submitted_at, shipped_at)
       values (gen_random_uuid(), '${id}', 'bigblue', gen_random_uuid(), '${unique("#")}', 'SHIPPED', now(), 'EUR', 20, 4, 0, 5, 29,
         1, 'FR', '${MONTH.day}', '${MONTH.day}')`,
    );
  const fee = await api("POST", "/finance/fee", {
    ...{ storeId: connected?.id, type: "Photos", category: "OTHER", description: "Lookbook" },
    ...{ initiatedAt: MONTH.day, internalAmount: "1.00", customerAmount: "100.00" },
  });
  await signIn(page, portal, "admin", "/admin/invoice");
  const missing = card(page, "Factures manquantes");
  await field(missing, "Mois").fill(MONTH.typed);
  await page.keyboard.press("Tab");
  await button(page, "Tout préparer").click();
  const dialog = page.getByRole("dialog", { name: `Préparer les factures : ${MONTH.name}` });
  await expectAccessible(page);
  await button(dialog, "Créer les brouillons").click();
  const drafts = dialog.getByRole("group", { name: "Brouillons créés" });
  await expect(line(drafts, "Label Aurore")).toBeVisible();
  await expect(line(dialog, store.name)).toContainText("La boutique n’a pas de plateforme connectée");
  await expectAccessible(page);
  const paths = await drafts
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  // Other journeys have fees of that store too, so the amount tells nothing.
  const { invoices } = await api<{ invoices: { id: string }[] }>("GET", `/finance/fee/${fee.id}`);
  expect(paths).toContain(`/admin/invoice/${invoices[0]?.id}`);
  await dialog.getByRole("link", { name: `Facturer ${organization.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/invoice/create.*${store.id}`));

  // Other journeys invoice that month too.
  for (const path of paths) await api("DELETE", path.replace("/admin", ""));
  await api("DELETE", `/finance/fee/${fee.id}`);
});
