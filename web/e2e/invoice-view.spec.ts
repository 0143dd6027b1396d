import type { Schemas } from "../kit/src/api/client";
import {
  button,
  card,
  completeBuyer,
  draftOf,
  field,
  line,
  merchant,
  searchFor,
  title,
  unique,
} from "./parts";
import { choose, expect, expectAccessible, signIn, signInAs, test } from "./portal";

/** As typed over, as people do. */
const type = async (box: ReturnType<typeof field>, text: string) => {
  await box.press("ControlOrMeta+a");
  await box.pressSequentially(text);
};

test("a draft is looked at, issued, followed up and taken back in part, and its customer reads what was issued", async ({
  page,
  portal,
  watch,
  another,
}) => {
  test.setTimeout(180_000);
  const { api, organization, store, user } = await merchant(portal, unique("Maison des factures"));
  const fee = await api("POST", "/finance/fee", {
    ...{ storeId: store.id, type: "Palettes", category: "LOGISTICS", description: "Entrepôt B" },
    ...{ initiatedAt: "2026-10-05", internalAmount: "40.00", customerAmount: "100.00" },
  });
  const names = { first: unique("Facture"), other: unique("Brouillon") };
  const invoice = await draftOf(api, organization.id, store.id, { title: names.first, fees: [fee.id] });
  await draftOf(api, organization.id, store.id, { title: names.other });
  await signIn(page, portal, "admin");

  await test.step("it stands in the list as a draft", async () => {
    await page.getByRole("link", { name: "Factures", exact: true }).first().click();
    await expect(card(page, "Factures manquantes")).toBeVisible();
    await searchFor(page, names.first, "Titre ou numéro");
    await expect(line(page, names.first)).toContainText(/2\s520,00\s€/);
    await expect(line(page, names.first)).toContainText("Brouillon");
    await expect(line(page, names.first).getByText("Virement à faire")).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.getByRole("link", { name: names.first }).click();
    await expect(title(page, names.first)).toBeVisible();
  });

  await test.step("its lines say how they came about, and open to their fees", async () => {
    await expect(page.getByText(/^C’est un brouillon/)).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Réception" })).toBeDisabled();
    await expect(card(page, "Commissions")).toContainText(/20\s%\sde\s10\s000,00\s€/);
    const fees = card(page, "Frais");
    await expect(fees).toContainText(/1 ligne de frais = 100,00\s€/);
    await fees.getByRole("button", { name: /Préparation/ }).click();
    await expect(fees.getByRole("link", { name: "Palettes" })).toHaveAttribute(
      "href",
      `/admin/fee/${fee.id}`,
    );
    await expectAccessible(page);
  });

  const issuing = page.getByRole("dialog", { name: /^Émettre la facture/ });

  await test.step("it is not issued before the law has what it asks for", async () => {
    await button(page, "Émettre la facture").click();
    watch.tolerate(/status of 400/);
    await issuing.getByRole("button", { name: "Émettre la facture" }).click();
    await expect(issuing).toContainText("La loi demande ce qui manque encore");
    await expect(issuing.getByRole("link", { name: organization.name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(issuing).toBeHidden();
  });

  await test.step("the company is filled in", async () => {
    await page.getByRole("link", { name: "Entreprise", exact: true }).first().click();
    await expect(title(page, "Entreprise")).toBeVisible();
    const own = unique("Comptoir");
    await type(field(page, "Raison sociale"), own);
    await type(field(page, "SIREN"), "123456782");
    await type(field(page, "Numéro de TVA"), "FR11123456782");
    await type(page.getByRole("textbox", { name: "Adresse", exact: true }), "1 rue de la Paix");
    await type(field(page, "Code postal"), "75002");
    await type(field(page, "Ville"), "Paris");
    await type(field(page, "IBAN"), "FR7630006000011234567890189");
    await type(field(page, "BIC"), "AGRIFRPP");
    await type(field(page, "Textes en français"), "SAS au capital de 10 000 €");
    await page.getByText("Intracommunautaire, 10 %").click();
    await expect(field(page, "Mention en français")).toHaveValue(/262 ter/);
    await expectAccessible(page);
    await button(page, "Enregistrer").click();
    await expect(page.getByText("L’entreprise a été enregistrée")).toBeVisible();
    await expect(field(page, "IBAN")).toHaveValue("FR76 3000 6000 0112 3456 7890 189");
    await expect(page.getByText("Aucune facture ne peut être émise pour le moment")).toHaveCount(0);
  });

  await test.step("it is issued, with buyer and seller as they are now", async () => {
    await completeBuyer(api, organization.id);
    await page.goto(`/admin/invoice/${invoice.id}`);
    await button(page, "Émettre la facture").click();
    await issuing.getByRole("button", { name: "Émettre la facture" }).click();
    await expect(page.getByText(/^La facture F-\d{4}-\d{4} a été émise$/)).toBeVisible();
    await expect(card(page, "Client")).toContainText("1 rue de la Paix");
    await expect(card(page, "Émetteur")).toContainText("FR76 3000 6000");
    await expect(page.getByText(/^C’est un brouillon/)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("its statuses move forward, and back with a reason", async () => {
    await choose(page, /^Réception/, /^Reçue$/);
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Le suivi a été enregistré").first()).toBeVisible();
    await expect(button(page, "Enregistrer")).toHaveCount(0);
    await choose(page, /^Réception/, "Non reçue");
    await field(page, "Motif du retour en arrière").fill("Adresse erronée");
    await expectAccessible(page);
    await button(page, "Enregistrer").click();
    await expect(button(page, "Enregistrer")).toHaveCount(0);
    await expect(card(page, "Historique")).toContainText("Adresse erronée");
  });

  await test.step("its fee is locked, and says by what", async () => {
    await page.goto(`/admin/fee/${fee.id}`);
    await expect(page.getByText(/^Ces frais figurent sur la facture F-/)).toBeVisible();
    await expect(page.getByRole("link", { name: /^F-\d{4}/ })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Montant HT" })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: /^F-\d{4}/ }).click();
    await expect(title(page, names.first)).toBeVisible();
  });

  await test.step("a line is taken back in part", async () => {
    await button(page, "Créer un avoir").click();
    const dialog = page.getByRole("dialog", { name: /^Avoir sur la facture/ });
    await dialog.getByText("Certaines lignes").click();
    await dialog.getByText("Préparation").click();
    const amount = dialog.getByRole("textbox", { name: /^Montant HT à reprendre/ });
    await type(amount, "130");
    await amount.blur();
    await expect(amount).toHaveAttribute("aria-invalid", "true");
    await type(amount, "30");
    await dialog.getByRole("textbox", { name: "Motif" }).fill("Palette perdue");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Créer l’avoir" }).click();
    await expect(page.getByText(/^L’avoir A-\d{4}-\d{4} a été créé$/)).toBeVisible();
    await expect(card(page, "Montants")).toContainText(/-36,00\s€/);
    await expect(card(page, "Montants")).toContainText("Palette perdue");
    await expectAccessible(page);
    await card(page, "Facture")
      .getByRole("link", { name: /^F-\d{4}/ })
      .click();
    await expect(card(page, "Frais")).toContainText(/Déjà repris par avoir\s:\s30,00\s€/);
    await expect(card(page, "Facture").getByRole("link", { name: /^A-\d{4}/ })).toBeVisible();
  });

  await test.step("its customer reads it, without the draft", async () => {
    const { email } = await user("Fanny Facture", ["READ_INVOICE"]);
    const theirs = await another();
    await signInAs(theirs, portal, email);
    await theirs.getByRole("link", { name: "Factures", exact: true }).first().click();
    await expect(line(theirs, names.first)).toBeVisible();
    await expect(line(theirs, names.other)).toHaveCount(0);
    await expect(theirs.getByRole("columnheader", { name: "Organisation" })).toHaveCount(0);
    await expect(card(theirs, "Factures manquantes")).toHaveCount(0);
    await expectAccessible(theirs);
    await theirs.getByRole("link", { name: names.first, exact: true }).click();
    await expect(title(theirs, names.first)).toBeVisible();
    await expect(theirs.getByRole("combobox", { name: "Paiement" })).toBeDisabled();
    await expect(button(theirs, "Créer un avoir")).toHaveCount(0);
    await expectAccessible(theirs);
  });

  await test.step("the draft is deleted, and that is taken back", async () => {
    const drafts = await api<Schemas["InvoiceRow"][]>("GET", "/invoice?cursor=");
    await page.goto(`/admin/invoice/${drafts.find((row) => row.title === names.other)?.id}`);
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    const question = page.getByRole("dialog", { name: /^Supprimer le brouillon/ });
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(title(page, "Factures")).toBeVisible();
    await button(page.getByRole("status").filter({ hasText: "supprimé" }), "Annuler l’action").click();
    await searchFor(page, names.other, "Titre ou numéro");
    await expect(line(page, names.other)).toBeVisible();
  });
});
