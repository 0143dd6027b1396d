import { ALL_STORES, button, card, field, line, storeOf, title, unique } from "./parts";
import { apiAs, choose, expect, expectAccessible, PEOPLE, type Portal, signIn, test } from "./portal";

/** Where pictures of the steps are put, for who wants to look at them. */
const pictures = process.env.SCREENSHOTS;

const HEADINGS = {
  fr: "Mois;Commandes;Ventes brutes;Réductions;Annulations de ventes;Ventes nettes;Frais d’expédition;Droits de douane;Frais supplémentaires;Taxes;Ventes totales",
  en: "Month,Orders,Gross sales,Discounts,Returns,Net sales,Shipping charges,Duties,Additional fees,Taxes,Total sales",
};

/** A report as a person exports it from the shop. */
const report = (language: keyof typeof HEADINGS, ...rows: string[]) => ({
  name: "ventes.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`\u{feff}${[HEADINGS[language], ...rows].join("\n")}\n`),
});

/** A store of two owners with fees in October and a commission: what an invoice of sixty percent of it holds. */
async function invoiced(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const owner = (name: string) =>
    api("POST", "/organization", {
      name: unique(name),
      identifierNumber: "123456782",
      taxNumber: "",
      address: null,
    });
  const [organization, other] = [await owner("Maison Facture"), await owner("Maison Moitié")];
  const share = (organizationId: string, ownershipPercentage: string) => ({
    organizationId,
    ownershipPercentage,
  });
  const organizations = [share(organization.id, "60"), share(other.id, "40")];
  const name = unique("Magasin facturé");
  const store = await api("POST", "/store", { ...storeOf(organization.id, name), organizations });
  const fee = (type: string, category: string, customerAmount: string, initiatedAt = "2026-10-05") =>
    api("POST", "/finance/fee", {
      ...{ storeId: store.id, type, category, description: "Octobre", initiatedAt },
      ...{ internalAmount: "1.00", customerAmount },
    });
  for (const _ of Array.from({ length: 12 })) await fee("Seeding", "SEEDING", "5.00");
  await fee("Photos", "OTHER", "100.00");
  await fee("Colis", "SHIPPING", "4300.00");
  await api("POST", "/finance/commission", {
    ...{ storeId: store.id, startAt: "2026-01-01", endAt: null },
    ...{ minAmount: "0", maxAmount: "10000", rate: "20" },
  });
  await api("POST", "/finance/commission", {
    ...{ storeId: store.id, startAt: "2026-01-01", endAt: null },
    ...{ minAmount: "10000", maxAmount: null, rate: "15" },
  });
  return { api, organization, store };
}

/** The address of the wizard for a store and some days. */
const wizardOf = (store: string, organization: string, start = "2026-10-01", end = "2026-10-31") =>
  `/admin/invoice/create?${new URLSearchParams({ store, organization, start, end })}`;

const OCTOBER_FR =
  "01/10/2026;1\u{a0}204;12\u{202f}500,00;-300,00;−200,00;12 000,00;3 500,00;0;0;3 100,00;18 600,00";
const OCTOBER_EN = '2026-10-01,"1,204",12500.00,-300.00,-200.00,12000.00,3500.00,0,0,3100.00,18600.00';

test("an invoice is made in three steps, which are kept as one goes", async ({
  page,
  portal,
  another,
  watch,
}) => {
  test.setTimeout(240_000);
  const { api, organization, store } = await invoiced(portal);
  const file = page.locator("input[type=file]");
  const totals = page.getByRole("complementary", { name: "Totaux à ce stade" });
  const kept = (text: string) =>
    expect.poll(async () => JSON.stringify(await api("GET", "/invoice/preparation"))).toContain(text);
  const picture = async (name: string) => {
    if (!pictures) return;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${pictures}/${name}.dark.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${pictures}/${name}.phone.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 720 });
  };
  await signIn(page, portal, "admin", wizardOf(store.id, organization.id));

  await test.step("a link says what for, and there is no way on without a report", async () => {
    await expect(page.getByText("Une facture ne se modifie plus une fois créée")).toBeVisible();
    await expect(page.getByRole("combobox", { name: /^Boutique/ })).toHaveValue(store.name);
    await expect(field(page, "Du")).toHaveValue("01/10/2026");
    await expect(button(page, "Préparer la facture")).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
  });

  await test.step("a file that is no report is refused where it was put, with the line", async () => {
    watch.tolerate(/status of 4\d\d/);
    await file.setInputFiles(report("fr", "01/10/2026;3;vingt;0;0;20;0;0;0;0;20"));
    const zone = page.getByRole("group", { name: "Rapport de ventes" });
    await expect(zone).toHaveAccessibleDescription(/Rapport de ventes invalide\s: .*ligne 2, colonne 3/);
    await expectAccessible(page);
    await picture("refused");
  });

  await test.step("a report shows its months, and what is odd about them", async () => {
    await file.setInputFiles(
      report("en", "2026-09-01,1,10.00,0,0,10.00,0,0,0,0,10.00", OCTOBER_EN.replace("12000.00", "11000.00")),
    );
    const months = page.getByRole("group", { name: "Mois lus" });
    await expect(months.getByRole("row").filter({ hasText: "octobre 2026" })).toContainText(
      "Sommes inexactes",
    );
    await expect(months.getByRole("row").filter({ hasText: "septembre 2026" })).toContainText("Hors période");
    await picture("prepare");
    await file.setInputFiles(report("fr", OCTOBER_FR));
    await expect(months.getByRole("row").last()).toContainText(/12\s000,00\s€/);
    await expect(months.getByRole("row")).toHaveCount(2);
    await kept("18600.00");
    await expect(page.getByText("Saisie gardée")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Préparer la facture").click();
  });

  await test.step("what is proposed says how it came about", async () => {
    await expect(page.getByText(/12 lignes de frais = 60,00\s€, part de 60\s%/)).toBeVisible();
    await expect(page.getByText(/20\s% de 10\s000,00\s€/)).toBeVisible();
    await expect(field(page, "Titre").first()).toHaveValue(/^Facture/);
    // F11: 60 % of 4,460 and of 2,180.
    await expect(totals).toContainText(/Frais HT\s*2\s676,00\s€/);
    await expect(totals).toContainText(/Commissions HT\s*1\s308,00\s€/);
    await expect(totals).toContainText(/Total TTC\s*4\s780,80\s€/);
    await expect(totals).toContainText(/Différence TTC\s*\+6\s379,20\s€/);
    await expectAccessible(page);
    await picture("fill");
  });

  await test.step("commissions and special mention follow the internal shipping", async () => {
    const shipping = field(page, "Livraison interne HT");
    const ship = async (amount: string) => {
      await shipping.press("ControlOrMeta+a");
      await shipping.pressSequentially(amount);
    };
    await ship("900,00");
    // 60 % of 2,000 and of 15 % of 1,100.
    await expect(totals).toContainText(/Commissions HT\s*1\s299,00\s€/);
    await expect(field(page, "Mention particulière")).toHaveValue(/900,00\s€$/);
    await ship("800,00");
    await expect(totals).toContainText(/Commissions HT\s*1\s308,00\s€/);
    await expectAccessible(page);
  });

  await test.step("it is all there after a reload, and on another machine", async () => {
    await field(page, "Titre").first().fill("Facture d’octobre");
    await kept("Facture d’octobre");
    await page.reload();
    await expect(page.getByText(/^Votre saisie du .* a été reprise$/)).toBeVisible();
    await expect(field(page, "Titre").first()).toHaveValue("Facture d’octobre");
    const elsewhere = await another();
    await signIn(elsewhere, portal, "admin", "/admin/invoice/create");
    await expect(field(elsewhere, "Titre").first()).toHaveValue("Facture d’octobre");
    await elsewhere.close();
  });

  await test.step("lines are changed, moved by the keyboard, added and taken out", async () => {
    await choose(page, /^TVA/, "Exonérée");
    await expect(field(page, "Taux de TVA")).toHaveValue("0,00");
    await choose(page, /^TVA/, "TVA française à 20 %");
    await expect(field(page, "Taux de TVA")).toHaveValue("20,00");
    await button(page, "Retirer la ligne Photos").click();
    await expect(page.getByText("Leurs frais restent ouverts pour une autre facture.")).toBeVisible();
    await expect(totals).toContainText(/Frais HT\s*2\s616,00\s€/);
    await button(page, "Remettre Photos").click();
    await expect(totals).toContainText(/Frais HT\s*2\s676,00\s€/);
    await button(page, "Retirer la ligne Photos").click();

    const commissions = card(page, "Commissions");
    const within = (name: string) => commissions.getByRole("textbox", { name });
    await button(commissions, "Ajouter une ligne").click();
    await within("Libellé").last().fill("Remise");
    await within("Quantité").last().fill("2");
    await within("Montant unitaire HT").last().fill("-10,50");
    await expect(totals).toContainText(/Commissions HT\s*1\s287,00\s€/);
    await page.getByRole("button", { name: /^Déplacer .*Remise/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: /premi|début/i }).click();
    await expect(within("Libellé").first()).toHaveValue("Remise");
    await expect(within("Montant unitaire HT").first()).toHaveValue("-10,50");
    await expect(totals).toContainText(/Commissions HT\s*1\s287,00\s€/);
    await expectAccessible(page);
    await button(page, "Vérifier la facture").click();
  });

  await test.step("it is looked at as it will read", async () => {
    await expect(page.getByText("C’est la première facture de cette organisation")).toBeVisible();
    await expect(page.getByText("1 frais proposé n’est pas facturé et reste ouvert")).toBeVisible();
    await expect(page.getByRole("group", { name: "Commissions" })).toContainText(/2 × -10,50\s€/);
    await button(page, "Aperçu du PDF").click();
    const preview = page.getByRole("dialog", { name: "Aperçu de « Facture d’octobre »" });
    await expect(preview.locator("canvas").first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();
    await expectAccessible(page);
    await picture("review");
  });

  await test.step("Back is free, and forward only by sending the step", async () => {
    await page.goBack();
    await expect(button(page, "Vérifier la facture")).toBeVisible();
    await page.goForward();
    await expect(button(page, "Vérifier la facture")).toBeVisible();
    await button(page, "Vérifier la facture").click();
  });

  await test.step("the draft is made, and the work is forgotten", async () => {
    await button(page, "Créer la facture").click();
    await expect(page.getByText("La facture a été créée comme brouillon")).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/invoice\/[0-9a-f-]{36}$/);
    const id = page.url().split("/").at(-1);
    const invoice = await api<Record<string, unknown>>("GET", `/invoice/${id}`);
    expect(invoice).toMatchObject({
      ...{ title: "Facture d’octobre", number: null, vat: "FR_200", internalShipping: "800.00" },
      ...{ totalFees: "2616.00", totalCommissions: "1287.00", totalAmount: "4683.60" },
    });
    expect(await api("GET", "/invoice/preparation")).toBeNull();
  });

  await test.step("the next month stands beside it, and overlapping days are told", async () => {
    await page.goto(wizardOf(store.id, organization.id, "2026-10-15", "2026-11-30"));
    await file.setInputFiles(report("en", OCTOBER_EN));
    await expect(page.getByText("novembre 2026 : le rapport ne dit rien de ce mois")).toBeVisible();
    await button(page, "Préparer la facture").click();
    await button(page, "Vérifier la facture").click();
    await expect(page.getByText("D’autres factures couvrent déjà une partie de ces jours :")).toBeVisible();
    await expect(page.getByText("À côté de la facture précédente")).toBeVisible();
    await expect(line(page, "Seeding").first()).toContainText("Absent cette fois");
    await expectAccessible(page);
    await picture("beside");
  });

  await test.step("a link that asks for another invoice lets one choose", async () => {
    await kept("2026-10-15");
    await page.goto(wizardOf(store.id, organization.id, "2026-12-01", "2026-12-31"));
    await expect(page.getByText(/du 15\/10\/2026 au 30\/11\/2026/)).toBeVisible();
    await expectAccessible(page);
    await button(page, "Reprendre la saisie").click();
    await expect(page.getByText("À côté de la facture précédente")).toBeVisible();
  });

  await test.step("one starts anew", async () => {
    await button(page, "Recommencer à zéro").click();
    await page.getByRole("dialog").getByRole("button", { name: "Recommencer à zéro" }).click();
    await expect(button(page, "Préparer la facture")).toBeVisible();
    await expect(title(page, "Créer une facture")).toBeVisible();
    await expect.poll(() => api("GET", "/invoice/preparation")).toBeNull();
  });
});

test("a connected shop is asked for its sales, and a store without one says so", async ({
  page,
  portal,
  watch,
}) => {
  const { organization, store } = await invoiced(portal);
  const api = await apiAs(portal, PEOPLE.admin);
  const stores = await api<{ id: string; name: string; organizations: { id: string }[] }[]>(
    "GET",
    ALL_STORES,
  );
  const connected = stores.find(({ name }) => name === "Aurore Records");
  await signIn(page, portal, "admin", wizardOf(connected?.id ?? "", connected?.organizations[0]?.id ?? ""));

  await test.step("its months are read", async () => {
    await button(page, "Interroger la boutique connectée").click();
    await expect(line(page, "octobre 2026").first()).toContainText("€");
    await expect(button(page, "Préparer la facture")).not.toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
  });

  await test.step("another store needs a report of its own", async () => {
    watch.tolerate(/status of 404/);
    await choose(page, /^Organisation/, organization.name);
    await choose(page, /^Boutique/, store.name);
    await expect(page.getByText(/a été lu pour une autre boutique/)).toBeVisible();
    await expect(button(page, "Préparer la facture")).toHaveAttribute("aria-disabled", "true");
    await button(page, "Interroger la boutique connectée").click();
    await expect(page.getByRole("group", { name: "Rapport de ventes" })).toHaveAccessibleDescription(
      /La boutique n’a pas donné ses ventes\s: ./,
    );
    await expectAccessible(page);
  });
});
