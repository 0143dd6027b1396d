// The company's books at Pennylane: connected, told what codes are called there, sent invoices, asked what was paid.
import type { Page } from "@playwright/test";
import type { Schemas } from "../kit/src/api/client";
import {
  button,
  card,
  completeBuyer,
  completeSeller,
  control,
  draftOf,
  line,
  merchant,
  searchFor,
  unique,
} from "./parts";
import {
  apiAs,
  choose,
  expect,
  expectAccessible,
  expectRefused,
  PEOPLE,
  type Portal,
  signIn,
  test,
} from "./portal";

// There is one connection: this portal's books are nobody else's.
test.use({ operator: "[plugins.pennylane]\nenabled = true\n" });

const BOOKS = "/admin/finance/accounting";

/** An invoice that was issued. */
async function issued(portal: Portal) {
  const { api, organization, store } = await merchant(portal, unique("Maison des comptes"));
  await completeSeller(api);
  await completeBuyer(api, organization.id);
  const title = unique("Facture de novembre");
  const { id } = await draftOf(api, organization.id, store.id, { title });
  const { number } = await api<Schemas["Invoice"]>("POST", `/invoice/${id}/issue`);
  return { id, title, number: number ?? "" };
}

/** Has the simulator do what somebody does at the service. */
const atService = (portal: Portal, what: string, body: object) => control(portal, "pennylane", what, body);

/** The account that fees of logistics stand in. */
async function setLogistics(portal: Portal, account: string) {
  const api = await apiAs(portal, PEOPLE.admin);
  const { seller, accounts } = await api<Schemas["InvoicingCompany"]>("GET", "/finance/company");
  const before = accounts.find(({ key }) => key === "LOGISTICS");
  const others = accounts.filter(({ key }) => key !== "LOGISTICS");
  await api("PUT", "/finance/company", { seller, accounts: [...others, { ...before, account }] });
  return before?.account ?? "";
}

const send = (page: Page) => button(card(page, "Factures et avoirs émis"), "Envoyer en comptabilité");
const codeOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("invoices are booked, what was paid comes back, and what is refused says why", async ({
  page,
  portal,
  watch,
}) => {
  test.setTimeout(180_000);
  const first = await issued(portal);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Comptabilité", exact: true }).click();

  await test.step("the token is tested before it is kept", async () => {
    await expect(card(page, "Connexion")).toContainText("La comptabilité n’est pas connectée");
    await button(card(page, "Connexion"), "Connecter la comptabilité").click();
    const dialog = page.getByRole("dialog", { name: "Connecter la comptabilité" });
    const token = dialog.getByLabel(/^Jeton d’API/);
    await token.fill("none");
    await expectAccessible(page);
    await button(dialog, "Tester et connecter").click();
    await expectRefused(token, /token/);
    watch.tolerate(/status of 400/);
    await token.fill("demo-token-comptoir");
    await button(dialog, "Tester et connecter").click();
    await expect(page.getByText("Pennylane est connecté")).toBeVisible();
    await expect(card(page, "Connexion")).toContainText("Comptoir SAS");
    await expect(card(page, "Connexion")).toContainText("Conservé chiffré, jamais réaffiché");
    await expect(card(page, "Comptes comptables")).toContainText("411000");
    await expectAccessible(page);
  });

  await test.step("a code that the books do not know is marked, and another one chosen", async () => {
    const api = await apiAs(portal, PEOPLE.admin);
    const wrong = [{ code: "exempt", serviceCode: "ZERO" }];
    await api("PUT", "/finance/accounting/vat-code", { vatCodes: wrong });
    await expect(codeOf(page, "Exonérée")).toContainText("Inconnu");
    await choose(codeOf(page, "Exonérée"), /^Exonérée/, /^exempt/);
    await expect(codeOf(page, "Exonérée")).toContainText("Connu");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Les codes de TVA ont été enregistrés")).toBeVisible();
    await expect(button(page, "Enregistrer")).toHaveCount(0);
  });

  await test.step("all that were issued are sent", async () => {
    await send(page).click();
    await expect(page.getByText(/attend(ent)? d’être comptabilisées?$/)).toBeVisible();
    await page.getByRole("link", { name: "Comptabilisées" }).click();
    const row = line(page, first.number);
    await expect(row).toContainText("Comptabilisée", { timeout: 30_000 });
    await expect(row).toContainText("Non payée");
    await expect(row.getByRole("link", { name: /^n° \d+/ })).toHaveAttribute("href", /pennylane/);
    await expectAccessible(page);
  });

  await test.step("what was paid there is paid here", async () => {
    await atService(portal, "payment", { number: first.number });
    await page.goto(BOOKS);
    await send(page).click();
    await expect(page.getByText(/^Tout était déjà en comptabilité/)).toBeVisible();
    await page.goto(`/admin/invoice/${first.id}`);
    await expect(card(page, "Comptabilité")).toContainText("Payée", { timeout: 30_000 });
    await expect(page.getByRole("combobox", { name: "Paiement" })).toHaveValue("Virement effectué");
    await expectAccessible(page);
  });

  await test.step("an invoice is sent from the list; what the books cannot take says why", async () => {
    const account = await setLogistics(portal, "706999");
    const second = await issued(portal);
    await page.goto(BOOKS);
    await expect(page.getByRole("row", { name: /^706999/ })).toContainText("Absent");
    await page.goto("/admin/invoice");
    await searchFor(page, second.title, "Titre ou numéro");
    await expect(page.getByText("1–1 sur 1", { exact: true })).toBeVisible();
    await page.getByRole("checkbox", { name: "Sélectionner toute la page" }).check();
    await button(page, "Envoyer en comptabilité").click();
    await expect(page.getByText("1 facture attend d’être comptabilisée")).toBeVisible();
    await page.goto(`/admin/invoice/${second.id}`);
    const entry = card(page, "Comptabilité");
    await expect(entry).toContainText("Refusée", { timeout: 30_000 });
    await expect(entry).toContainText(/Le service la refuse\s: .*706999/);
    await expectAccessible(page);
    await setLogistics(portal, account);
    await button(entry, "Envoyer à nouveau").click();
    await expect(entry).toContainText("Comptabilisée", { timeout: 30_000 });
  });

  await test.step("the connection ends, what is booked stays there", async () => {
    await page.goto(BOOKS);
    await button(card(page, "Connexion"), "Déconnecter").click();
    await button(page.getByRole("dialog"), "Déconnecter").click();
    await expect(page.getByText("Pennylane est déconnecté")).toBeVisible();
    await expect(button(card(page, "Connexion"), "Connecter la comptabilité")).toBeFocused();
    await expect(card(page, "Codes de TVA")).toHaveCount(0);
  });
});
