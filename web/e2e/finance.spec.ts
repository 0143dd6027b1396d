import { readFile } from "node:fs/promises";
import {
  activity,
  button,
  card,
  field,
  line,
  merchant,
  PIXEL,
  searchFor,
  storeOf,
  title,
  unique,
} from "./parts";
import {
  apiAs,
  choose,
  expect,
  expectAccessible,
  expectRefused,
  PEOPLE,
  signIn,
  signInAs,
  test,
} from "./portal";

/** A day as it is typed, so many days before today. */
function daysAgo(days: number): string {
  const [year, month, day] = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).split("-");
  return [day, month, year].join("/");
}

test("a recurring charge brings the fees of its periods, each once, and they say where they come from", async ({
  page,
  portal,
}) => {
  const type = unique("Abonnement");
  const list = () => page.getByRole("link", { name: "Prestations récurrentes", exact: true }).first().click();
  await signIn(page, portal, "admin");

  await test.step("it is filled in, and shows what comes next", async () => {
    await list();
    await page.getByRole("link", { name: "Créer une prestation récurrente" }).first().click();
    await choose(page, /^Boutique/, "Aurore Records");
    await field(page, "Type").fill(type);
    await choose(page, /^Catégorie/, "Logiciel");
    await field(page, "Description").fill("Accès au logiciel");
    await field(page, "Montant HT").fill("49");
    await field(page, "Coût interne HT").fill("12,34");
    await field(page, "Début").fill(daysAgo(45));
    await expect(page.getByText("2 périodes ont déjà commencé")).toBeVisible();
    const next = page.getByRole("group", { name: "Prochaines périodes" });
    await expect(next.getByRole("row")).toHaveCount(5);
    await expect(next.getByRole("row").last()).toContainText(/49,00\s€/);
    await expectAccessible(page);
    await button(page, "Créer la prestation").click();
    await expect(page.getByText(`La prestation « ${type} » a été créée`)).toBeVisible();
    await expect(title(page, type)).toBeVisible();
  });

  const dialog = page.getByRole("dialog", { name: "Appliquer les prestations récurrentes" });

  await test.step("what would come is shown by store before it comes", async () => {
    await list();
    await button(page, "Appliquer les prestations").click();
    const store = dialog.getByRole("region", { name: "Aurore Records" });
    await expect(store.getByRole("row").filter({ hasText: type })).toHaveCount(2);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Créer \d+ frais$/ }).click();
    await expect(page.getByText(/^\d+ frais ont été créés/)).toBeVisible();
  });

  await test.step("again there is nothing to come", async () => {
    await button(page, "Appliquer les prestations").click();
    await expect(dialog.getByText("Rien à appliquer")).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Créer/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("a fee leads to its charge, and the charge to its fees", async () => {
    await page.getByRole("link", { name: "Frais", exact: true }).first().click();
    // The list before has a search of the same name.
    await expect(title(page, "Frais")).toBeVisible();
    await searchFor(page, type, "Type ou description");
    await expect(line(page, type)).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole("link", { name: type }).first().click();
    await expect(card(page, "Origine")).toContainText(/du \d\d\/\d\d\/\d{4} au/);
    await card(page, "Origine")
      .getByRole("link", { name: `Prestation récurrente · ${type}` })
      .click();
    const brought = card(page, "Frais");
    await expect(brought.getByRole("row")).toHaveCount(3);
    await brought.getByRole("link").first().click();
    await expect(card(page, "Origine")).toContainText(type);
  });

  await test.step("what proves a fee is attached to it, looked at and removed", async () => {
    const files = card(page, "Justificatifs");
    const receipt = { name: "facture.png", mimeType: "image/png", buffer: PIXEL };
    await files.locator("input[type=file]").setInputFiles(receipt);
    await files.getByRole("button", { name: /^Aperçu|^Voir/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("img", { name: "facture.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await files.getByRole("button", { name: /^Supprimer/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(files).not.toContainText("facture.png");
  });

  await test.step("another price holds from the next period on", async () => {
    await card(page, "Origine").getByRole("link", { name: type }).click();
    // The fee, which stands until the charge is there, has such a field too, and no periods.
    await expect(card(page, "Périodes")).toBeVisible();
    await field(page, "Montant HT").fill("59");
    await expect(page.getByText(/^Ces montants vaudront à partir de la période du/)).toBeVisible();
    await button(page, "Enregistrer").click();
    await expect(page.getByText("La prestation a été enregistrée")).toBeVisible();
    const next = page.getByRole("group", { name: "Prochaines périodes" });
    await expect(next.getByRole("row").last()).toContainText(/59,00\s€/);
    await expect(card(page, "Historique")).toContainText("Montant HT");
  });

  await test.step("it is paused and resumed, and ended", async () => {
    const act = async (name: string) => {
      await button(page, "Autres actions").click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act("Suspendre la prestation");
    await expect(page.getByText("Suspendue", { exact: true })).toBeVisible();
    await expect(page.getByText(/^Suspendue depuis le/)).toBeVisible();
    await expectAccessible(page);
    await act("Reprendre la prestation");
    await expect(page.getByText("En cours", { exact: true })).toBeVisible();
    await act("Terminer la prestation");
    const question = page.getByRole("dialog", { name: `Terminer la prestation « ${type} » ?` });
    await question.getByRole("button", { name: "Terminer la prestation" }).click();
    await expect(page.getByText("Aucune période à venir")).toBeVisible();
  });

  await test.step("a fee is deleted, and that is taken back", async () => {
    await card(page, "Frais").getByRole("link").first().click();
    // The charge that it leads away from has such a menu too.
    await expect(card(page, "Origine")).toContainText(type);
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    const question = page.getByRole("dialog", { name: `Supprimer les frais « ${type} » ?` });
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(title(page, "Frais")).toBeVisible();
    const toast = page.getByRole("status").filter({ hasText: "supprimés" });
    await button(toast, "Annuler l’action").click();
    await searchFor(page, type, "Type ou description");
    await expect(line(page, type)).toHaveCount(2);
  });
});

test("the tiers of a commission show what they bring, and hold alone on their days", async ({
  page,
  portal,
  watch,
}) => {
  const api = await apiAs(portal, PEOPLE.admin);
  const [organization] = await api<{ id: string }[]>("GET", "/organization");
  const { id: storeId, name } = await api(
    "POST",
    "/store",
    storeOf(organization?.id ?? "", unique("Magasin")),
  );
  const calculator = card(page, "Calculer une commission");
  const fillIn = async () => {
    await page.getByRole("link", { name: "Commissions", exact: true }).first().click();
    await page.getByRole("link", { name: "Créer une commission" }).first().click();
    const stores = page.getByRole("combobox", { name: /^Boutique/ });
    await stores.fill(name);
    await page.getByRole("option", { name }).click();
    await field(page, "Début").fill("01/01/2026");
  };
  await signIn(page, portal, "admin");

  await test.step("tiers follow each other", async () => {
    await fillIn();
    await button(page, "Ajouter une tranche").click();
    await field(page, "Taux").last().fill("15");
    await button(page, "Créer une commission").click();
    await expectRefused(field(page, "Tranche 1, jusqu’à"), /Indiquez où finit cette tranche/);
    await expectAccessible(page);
    await field(page, "Tranche 1, jusqu’à").fill("10000");
  });

  await test.step("what they bring is what the host counts", async () => {
    // Over what stands there, as people type.
    await field(page, "Ventes nettes HT").press("ControlOrMeta+a");
    await field(page, "Ventes nettes HT").pressSequentially("12345,67");
    await field(page, "Livraison interne HT").fill("800");
    // 10,000 × 20 % + 1,545.67 × 15 %.
    await expect(calculator).toContainText(/Commission totale HT\s*2\s231,85\s€/);
    await expect(calculator).toContainText(/Part des ventes nettes\s*18,08\s%/);
    await expectAccessible(page);
    await button(page, "Créer une commission").click();
    await expect(page.getByText(`La commission de ${name} a été créée`)).toBeVisible();
    await expect(line(page, name)).toHaveCount(2);
    const asked = { storeId, netSales: "12345.67", internalShipping: "800.00" };
    const counted = await api<{ amount: string }>("POST", "/finance/commission/preview", asked);
    expect(Number(counted.amount)).toBe(2231.85);
    await expectAccessible(page);
  });

  await test.step("a tier shows its store's others, and the rates as a table", async () => {
    await page.getByRole("row").filter({ hasText: name }).getByRole("link").first().click();
    await expect(title(page, `Commission de ${name}`)).toBeVisible();
    await expect(card(page, "Autres tranches de la boutique").getByRole("link")).toHaveCount(1);
    await page.getByRole("button", { name: /tableau/ }).click();
    const rates = page.getByRole("group", { name: "Taux par tranche de ventes nettes" });
    await expect(rates.getByRole("row")).toHaveCount(3);
    await expectAccessible(page);
  });

  await test.step("another commission on the same days and sales is refused at its days", async () => {
    watch.tolerate(/status of 409/);
    await fillIn();
    await field(page, "Tranche 1, jusqu’à").fill("5000");
    await expect(calculator).toContainText("Des tranches se chevauchent");
    await button(page, "Créer une commission").click();
    await expectRefused(field(page, "Début"), /couvre déjà une partie de cette tranche/);
    await expectAccessible(page);
  });
});

test("a merchant reads their fees with one amount, and nothing tells of the other", async ({
  page,
  portal,
}) => {
  const { api, organization, store, user } = await merchant(portal, unique("Maison des frais"));
  const type = unique("Palettes");
  const fee = await api("POST", "/finance/fee", {
    storeId: store.id,
    type,
    category: "STORAGE",
    description: "Entrepôt B",
    initiatedAt: "2026-11-02",
    internalAmount: "123.45",
    customerAmount: "200.00",
  });
  const { email } = await user("Fanny Frais", ["READ_FEE"]);
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/finance/")) answers.push(response.text().catch(() => ""));
  });
  await signInAs(page, portal, email);

  await test.step("the list has one amount", async () => {
    await page.getByRole("link", { name: "Frais", exact: true }).click();
    await expect(line(page, type)).toContainText(/200,00\s€/);
    await expect(page.getByRole("columnheader", { name: /Coût interne/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Prestations récurrentes" })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("so has its file", async () => {
    await button(page, "Exporter").click();
    const dialog = page.getByRole("dialog", { name: "Exporter la liste" });
    await dialog.getByRole("button", { name: "Exporter" }).click();
    const file = page.waitForEvent("download");
    await (await activity(page)).getByRole("link", { name: "Télécharger" }).click();
    await button(page, "Télécharger le fichier").click();
    const text = await readFile(await (await file).path(), "utf8");
    expect(text).toContain(`${store.name};${type};Stockage;Entrepôt B`);
    expect(text).not.toMatch(/123[.,]45|interne/i);
  });

  await test.step("and so has the fee, to be read only", async () => {
    await page.goto(`/customer/${organization.id}/fee/${fee.id}`);
    await expect(title(page, type)).toBeVisible();
    await expect(card(page, "Frais")).toContainText(/200,00\s€/);
    await expect(card(page, "Frais")).toContainText("Saisie");
    await expect(page.getByRole("main").getByRole("textbox", { name: "Montant HT" })).toHaveCount(0);
    await expect(card(page, "Justificatifs")).toHaveCount(0);
    await expectAccessible(page);
    expect((await Promise.all(answers)).join()).toContain("200.00");
    expect((await Promise.all(answers)).join()).not.toContain("123.45");
  });
});

test("answers to closed tickets are charged once, and the fees lead back to them", async ({
  page,
  portal,
}) => {
  const api = await apiAs(portal, PEOPLE.admin);
  const due = () => api<{ count: number }>("POST", "/ticket/charge", { preview: true });
  // The desk lets so few calls through that its tickets take their time.
  await expect.poll(async () => (await due()).count, { timeout: 90_000 }).toBeGreaterThan(0);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Facturer les réponses aux tickets" });

  await test.step("what is due is shown before it is charged", async () => {
    await button(page, "Facturer les réponses").click();
    await expect(dialog.getByRole("table").getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Facturer (ce|\d+) tickets?$/ }).click();
    await expect(page.getByText(/tickets? (a|ont) été facturés?, .*€ HT/)).toBeVisible();
  });

  await test.step("a fee leads to its ticket, which has nothing due", async () => {
    await button(page, "Voir les frais").click();
    await expect(title(page, "Frais")).toBeVisible();
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    await card(page, "Origine")
      .getByRole("link", { name: /^Ticket/ })
      .click();
    await expect(card(page, "Frais").getByRole("row")).toHaveCount(2);
    await expect(card(page, "Facturation")).toContainText(/Montant à facturer HT\s*0,00\s€/);
  });

  await test.step("again there is nothing to charge", async () => {
    await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
    await button(page, "Facturer les réponses").click();
    await expect(dialog.getByText("Rien à facturer")).toBeVisible();
  });
});
