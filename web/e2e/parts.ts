// What journeys of people, organizations and stores have in common.
import type { Locator, Page } from "@playwright/test";
import type { Schemas } from "../kit/src/api/client";
import { apiAs, expect, PEOPLE, type Portal, settled } from "./portal";

let count = 0;
/** A name that nobody else has. */
export const unique = (name: string) => `${name} ${Date.now().toString(36)}${++count}`;
/** A SKU that nobody else has: a store's letters, six digits, four letters or digits, as the portal and providers take them. */
export const newSku = (prefix: string) => {
  const tail = (Date.now() + ++count).toString(36).toUpperCase().slice(-4);
  return `${prefix}-${970_000 + count}-${tail}`;
};

/** An address that nobody else has. */
export const address = (who: string) => `${who}.${Date.now()}.${++count}@journey.example`;

/** The demo's stores with those that other journeys opened: of a page of twenty, some of the demo's would be missing. */
export const ALL_STORES = `/store?cursor=${btoa(JSON.stringify({ take: 100 }))}`;

/** Types into the search of a page's list and waits for the answer: what is pressed sooner may be a row that is about to go. */
export async function searchFor(page: Page, words: string, name?: string) {
  const before = page.url();
  await page.getByRole("searchbox", { name }).fill(words);
  await page.waitForURL(({ href }) => href !== before);
  await settled(page);
}

/** The addresses of portals whose first pulls are over. */
const pulled = new Set<string>();

async function firstPulls(portal: Portal) {
  if (pulled.has(portal.url)) return;
  const api = await apiAs(portal, PEOPLE.admin);
  const pending = btoa(JSON.stringify({ take: 100, filters: [{ field: "status", values: ["PENDING"] }] }));
  const remaining = async () => {
    const jobs = await api<Schemas["Job"][]>("GET", `/job?cursor=${pending}`);
    return jobs.filter(({ name, error }) => name.endsWith(".synchronize") && !error).length;
  };
  await expect.poll(remaining, { message: "the first pulls are over", timeout: 60_000 }).toBe(0);
  pulled.add(portal.url);
}

/**
 * Has a provider's simulator answer in this way from now on, `none` as it should. What was pulled first is there by then: a pull
 * that gives up would leave its list empty for the journeys after this one.
 */
export async function trouble(portal: Portal, provider: string, mode: string, more: object = {}) {
  if (mode !== "none") await firstPulls(portal);
  await control(portal, provider, "trouble", { mode, ...more });
}

/** Tells a provider's simulator something. */
export async function control(portal: Portal, provider: string, what: string, data: object) {
  const answer = await fetch(`${portal.providers[provider]}/control/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  expect(answer.ok, `${provider} takes ${what}`).toBe(true);
}

/** A page, or what a frame of it holds. */
export type Place = Pick<Page, "getByRole">;

export const button = (page: Place, name: string) => page.getByRole("button", { name, exact: true });
export const box = (page: Place, name: string) => page.getByRole("checkbox", { name, exact: true });
/** The menu of who is here, which bears their name. */
export const account = (page: Place) => page.getByRole("button", { name: /, Votre compte$/ });
export const title = (page: Place, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
/** A card of a page by its heading. */
export const card = (page: Place, name: string) => page.getByRole("region", { name, exact: true });
/** A row of the list on screen that holds this text. */
export const line = (page: Place, text: string) => page.getByRole("row").filter({ hasText: text });

export const FORBIDDEN = "Vous n’avez pas accès à cette page";
export const NOT_FOUND = "Oups, page introuvable";

/** A store of one organization, as the API takes it. */
export const storeOf = (organizationId: string, name: string) => ({
  name,
  organizations: [{ organizationId, ownershipPercentage: "100" }],
  seedingCost: "5.00",
  ticketCost: "2.60",
  ticketBasis: "MESSAGE",
  returnCost: "2.60",
  shippingMargin: "5",
  shippingAdditionalCost: "0.65",
  links: [],
  charges: [],
});

/** Takes an account at the demo's fulfilment provider from the store that has it: it belongs to one at a time. */
export async function freeAccount(portal: Portal, account: string) {
  const api = await apiAs(portal, PEOPLE.admin);
  const cursor = Buffer.from(JSON.stringify({ take: 500 })).toString("base64url");
  for (const { id } of await api<{ id: string }[]>("GET", `/store?cursor=${cursor}`)) {
    const connected = await api<Schemas["Connector"][]>("GET", `/store/${id}/connector`);
    const own = connected.find(({ data }) => (data as { id?: string }).id === account);
    if (own) await api("DELETE", `/store/${id}/connector/${own.id}`);
  }
}

/** An organization with a store, and a way to make its people. */
export async function merchant(portal: Portal, name: string) {
  const api = await apiAs(portal, PEOPLE.admin);
  const own = { name, identifierNumber: "123456782", taxNumber: "", address: null };
  const organization = await api("POST", "/organization", own);
  const store = await api("POST", "/store", storeOf(organization.id, unique(`Magasin ${name}`)));
  const user = (displayName: string, permissions: string[], owner = false) =>
    api<{ id: string; email: string }>("POST", "/user", {
      email: address("client"),
      role: "customer",
      locale: "fr",
      organizations: [organization.id],
      stores: [store.id],
      displayName,
      permissions,
      owner,
    });
  return { api, organization, store, user };
}

/** Somebody of the demo's factory who was never there before, and a project of which it makes something. */
export async function making(portal: Portal) {
  const { api, organization } = await merchant(portal, unique("Port"));
  const factories = await api<{ id: string; name: string }[]>("GET", "/factories");
  const factory = factories.find(({ name }) => name === "Ege Tekstil")?.id ?? "";
  const email = address("deniz");
  await api("POST", "/user", {
    ...{ email, displayName: "Deniz Kaya", role: "factory", locale: "fr", factories: [factory] },
    permissions: ["READ_PROJECT"],
  });
  const [projectName, productName, name] = [unique("Tournée"), unique("T-shirt"), unique("Tirage")];
  const own = { name: projectName, organizationId: organization.id, estimatedAt: "2027-03-01" };
  const project = await api("POST", "/projects", own);
  const sku = () => unique("CPSL-").replace(" ", "");
  const product = await api("POST", "/project-products", {
    ...{ projectId: project.id, name: productName, color: "Noir", tags: [] },
    ...{ fabric: { weight: "180", unit: "g/m²" }, quantityMode: "split", quantity: 500 },
    variants: [
      { name: "S", sku: sku(), quantity: 1 },
      { name: "M", sku: sku(), quantity: 2 },
    ],
  });
  const production = await api("POST", "/project-productions", {
    ...{ projectId: project.id, productId: product.id, factoryId: factory },
    ...{ name, quantity: 500, dueAt: "2026-10-01" },
  });
  await api("PATCH", `/project-productions/${production.id}`, { status: "SAMPLING" });
  return { organization, email, home: `/factory/${factory}`, project, product, production };
}

/** Somebody of the staff with these permissions: their address. */
export async function staff(portal: Portal, displayName: string, permissions: string[]): Promise<string> {
  const api = await apiAs(portal, PEOPLE.admin);
  const email = address("staff");
  await api("POST", "/user", { email, displayName, role: "admin", locale: "fr", permissions });
  return email;
}

type Api = Awaited<ReturnType<typeof apiAs>>;

/** The first record of a list; waits for what the first pulls bring. */
export async function first<T = { id: string }>(
  api: Api,
  path: string,
  which: (found: T) => boolean = () => true,
): Promise<T> {
  let found: T | undefined;
  await expect
    .poll(
      async () => {
        found = (await api<T[]>("GET", path)).find(which);
        return found;
      },
      // What is counted is there a minute after what it is of.
      { message: `${path} holds something`, timeout: 120_000 },
    )
    .toBeDefined();
  return found as T;
}

/** What the activity at the end of the top bar shows, opened. */
export async function activity(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Tâches récentes/ }).click();
  return page.getByRole("region", { name: "Tâches récentes" });
}

/** A text field by its label. */
export const field = (page: Place, name: string | RegExp) => page.getByRole("textbox", { name });

/** The store of the demo that a warehouse ships for, and an article of it that has a price: other journeys make some without. */
export async function stocked(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const store = { name: "Aurore Records" };
  const stores = await api<{ id: string; name: string }[]>("GET", ALL_STORES);
  const id = stores.find(({ name }) => name === store.name)?.id ?? "";
  const filters = [{ field: "storeId", values: [id] }];
  const cursor = btoa(JSON.stringify({ take: 100, filters }));
  const isPriced = ({ price }: { price: string | null }) => price !== null;
  const article = await first<{ sku: string; price: string | null }>(
    api,
    `/variant?cursor=${cursor}`,
    isPriced,
  );
  return { store: store.name, sku: article.sku };
}

/** The smallest picture that is one. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Whom it goes to, and where. */
export async function fillRecipient(page: Page) {
  await field(page, "Prénom").fill("Zoé");
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill("Martin");
  await field(page, "E-mail").fill("zoe@example.test");
  await page.getByRole("textbox", { name: "Adresse", exact: true }).fill("1 rue de la Paix");
  await field(page, "Code postal").fill("75002");
  await field(page, "Ville").fill("Paris");
}

/** One of an article, found by its SKU. */
export async function addArticle(page: Page, sku: string) {
  await button(page, "Ajouter un article").click();
  const box = page.getByRole("combobox", { name: "Article" });
  await box.fill(sku);
  await page.getByRole("option", { name: sku }).click();
}

/** Takes a carrier once the parcel is quoted, and gives its price in cents. */
export async function chooseCarrier(page: Page, name: string): Promise<number> {
  const carrier = page.getByRole("radio", { name });
  // Pressed where people press: beside the circle.
  const choice = page.locator("label").filter({ has: carrier });
  await choice.click();
  await expect(carrier).toBeChecked();
  return cents(await choice.textContent());
}

/** The amount that a text ends with, in cents. */
export const cents = (text: string | null) =>
  Number(
    /([\d\s]+),(\d\d)\s*€\s*$/
      .exec(text ?? "")
      ?.slice(1)
      .join("")
      .replace(/\s/g, ""),
  );

/** An amount as the portal writes it in French, spaces aside. */
export const euros = (amount: number) => new RegExp(`${(amount / 100).toFixed(2).replace(".", ",")}\\s€`);

/** An address that is whole. */
const SEAT = {
  ...{ company: "", firstName: "", lastName: "", address1: "1 rue de la Paix", address2: "", extra: "" },
  ...{ zip: "75002", city: "Paris", countryCode: "FR", phone: "" },
};

/** What an invoice must tell of an organization, where it is not known yet. */
export async function completeBuyer(api: Api, organizationId: string) {
  const path = `/organization/${organizationId}`;
  const { name, identifierNumber, taxNumber, address } = await api<Schemas["Organization"]>("GET", path);
  const own = { name, taxNumber, identifierNumber: identifierNumber || "123456782" };
  await api("PUT", path, { ...own, address: address ?? SEAT });
}

/** What an invoice must tell of the company, where somebody has not filled it in. */
export async function completeSeller(api: Api) {
  const { missing, seller } = await api<{ missing: string[]; seller: object }>("GET", "/finance/company");
  if (missing.length === 0) return;
  const legal = { legalFr: "SAS au capital de 10 000 €", legalEn: "" };
  const own = { name: "Comptoir SAS", siren: "123456782", vatNumber: "FR11123456782", address: SEAT };
  const bank = { iban: "FR7630006000011234567890189" };
  await api("PUT", "/finance/company", { seller: { ...seller, ...own, ...bank, ...legal } });
}

/** A line as a draft takes it. */
const lineOf = (label: string, amount: string, feeIds: string[] = []) => ({
  ...{ label, amount, quantity: "1", description: "" },
  feeIds,
});

/** A draft of October 2026 of a store's whole: a commission of 2,000 euros, and a line of these fees. */
export const draftOf = (
  api: Api,
  organizationId: string,
  storeId: string,
  {
    title,
    fees = [],
    amount = "100.00",
    deadlineAt = "2026-11-30",
  }: { title: string; fees?: string[]; amount?: string; deadlineAt?: string },
) =>
  api<Schemas["Invoice"]>("POST", "/invoice/generate", {
    ...{ startAt: "2026-10-01", endAt: "2026-10-31", storeId, organizationId, title },
    ...{ deadlineAt, vat: "FR_200", specialMention: "", internalShipping: "0.00" },
    figures: {
      organizationVat: "20",
      organizationOwnership: "100",
      salesReport: {
        ...{ orders: 120, grossSales: "12500.00", discounts: "-300.00", returns: "-200.00" },
        ...{ netSales: "12000.00", shipping: "800.00", taxes: "2560.00", duties: "0.00" },
        ...{ additionalFees: "0.00", totalSales: "15360.00" },
      },
      commissions: [
        {
          title: "Commissions",
          lines: [
            {
              ...lineOf("Commission de 20 %", "2000.00"),
              explanation: { part: "10000.00", rate: "20", whole: "2000.00", share: "100" },
            },
          ],
        },
      ],
      fees: [
        { title: "Logistique", lines: [{ ...lineOf("Préparation", amount, fees), category: "LOGISTICS" }] },
      ],
    },
  });

/** A PDF whose pages say something each; it carries as many bytes more that no page needs. */
export function pdf(texts: string[], ballast = 0): Buffer {
  const pageAt = (index: number) => 4 + 2 * index;
  const kids = texts.map((_, index) => `${pageAt(index)} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, index) => {
      const stream = `BT /F1 24 Tf 72 300 Td (${text}) Tj ET`;
      const font = "/Resources << /Font << /F1 3 0 R >> >>";
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents ${pageAt(index) + 1} 0 R ${font} >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    `<< /Length ${ballast} >>\nstream\n${"x".repeat(ballast)}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, "latin1");
}
