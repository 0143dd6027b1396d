import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { feeOf, jobOf, Portal, pageOf, pluginOf, signIn, storeOf } from "../../testing/Portal";
import type {
  Parcel,
  ParcelSum,
  Patch,
  ProviderInvoice,
  ProviderInvoiceRow,
  Step,
  SumBy,
  SummaryLine,
} from "./api";
import { differenceOf, filtersOf, isSkipped, STEPS, stakeOf, sumOf } from "./values";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../../kit/src/chart/Plot", () => ({ default: () => null }));

const STORE = { id: "store-1", name: "Maison Aube" };
const READ = "2026-11-02T09:00:00Z";

const row = (change: Partial<ProviderInvoiceRow> = {}): ProviderInvoiceRow => ({
  ...{ id: "invoice-1", provider: "bigblue", label: "Bigblue octobre", status: "ORDER_MAPPING" },
  ...{ startAt: "2026-10-01", endAt: "2026-10-31", fileName: "octobre.csv", jobId: "job-1", readAt: READ },
  ...{ problem: null, lineCount: 1200, rejectedCount: 0, amount: "4000.00", amountCharged: null },
  ...{ amountPaidByCustomer: null, margin: null, author: "Ada", validatedAt: null, createdAt: READ },
  updatedAt: READ,
  ...change,
});

const stepsOf = (totals: Partial<Record<Step, [total: number, open: number]>>) =>
  STEPS.map((step) => {
    const [total, open] = totals[step] ?? [0, 0];
    return { step, total, open };
  });

const invoiceOf = (change: Partial<ProviderInvoice> = {}): ProviderInvoice => ({
  ...row(),
  ...{ rejectedAmount: null, statedAmount: null, overlapping: [], rejected: [], unmappedOrders: [] },
  ...{ orderMappings: [], productMappings: [], services: [], lines: [] },
  steps: stepsOf({ ORDER_MAPPING: [1, 1], SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  ...change,
});

const line = (change: Partial<SummaryLine> = {}): SummaryLine => ({
  ...{ id: "line-1", label: "Shipping", store: STORE, description: "Bigblue octobre : 800 lignes" },
  ...{ quantity: 800, amount: "4000.00", amountCharged: "700.00", amountPaidByCustomer: "3500.00" },
  ...{ margin: "200.00", lastCharged: "650.00", isSelected: true, category: "SHIPPINGFEES_SUPPLEMENT" },
  fee: null,
  ...change,
});
const STORAGE = line({
  ...{ id: "line-2", label: "Storage", quantity: 2, amount: "310.00", amountCharged: "341.00" },
  ...{ amountPaidByCustomer: "0.00", margin: "31.00", lastCharged: null, category: "STORAGE" },
});
const COMPANY = line({
  ...{ id: "line-3", label: "Refunds", store: null, quantity: 1, amount: "10.00", amountCharged: "0.00" },
  ...{ amountPaidByCustomer: "0.00", margin: "-10.00", lastCharged: null, isSelected: false },
});

const sum = (change: Partial<ParcelSum> = {}): ParcelSum => ({
  ...{ key: "store-1", name: "Maison Aube", parcels: 800, exceptions: 12, amount: "4000.00", extra: "40.00" },
  ...{ consumer: "3500.00", business: "4200.00", difference: "700.00", charged: "700.00" },
  ...{ overcharged: "34.50", overcharges: 3 },
  ...change,
});
const SUMS: Record<SumBy, ParcelSum[]> = {
  STORE: [sum()],
  CARRIER: [
    sum({ key: "Colissimo", name: "Colissimo", overcharged: "30.00", overcharges: 2 }),
    sum({ key: "", name: "", parcels: 4, overcharged: "4.50", overcharges: 1 }),
  ],
  COUNTRY: [sum({ key: "BE", name: "BE" })],
};

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";

function signInStaff() {
  signIn(person());
  server.use(
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue" })]),
    answers("/connector/type", [
      { type: "bigblue", name: "Bigblue", roles: ["fulfillment"], settings: {}, logo: null },
      { type: "shopify", name: "Shopify", roles: ["shop"], settings: {}, logo: null },
    ]),
    answers("/store/store-1", storeOf()),
    answers("/history", []),
    http.get(api("/fulfillment-invoice/invoice-1/shipping/sum"), ({ request }) =>
      HttpResponse.json({ data: SUMS[new URL(request.url).searchParams.get("by") as SumBy] }),
    ),
    pageOf("/fulfillment-invoice", []),
    pageOf("/fulfillment-invoice/invoice-1/shipping", []),
  );
}

/** An invoice that takes what is decided, and then is as `after` says. */
function decided(before: ProviderInvoice, after: (patch: Patch) => ProviderInvoice) {
  const sent: { patch: Patch; match: string | null }[] = [];
  let invoice = before;
  server.use(
    http.get(api("/fulfillment-invoice/invoice-1"), () => HttpResponse.json({ data: invoice })),
    http.patch(api("/fulfillment-invoice/invoice-1"), async ({ request }) => {
      const patch = (await request.json()) as Patch;
      sent.push({ patch, match: request.headers.get("If-Match") });
      invoice = after(patch);
      return HttpResponse.json({ data: invoice });
    }),
  );
  return sent;
}

const open = () => render(<Portal at="/admin/fulfillment-invoice/invoice-1" />);

test("the sums agree once lines that were read and rejected come to what is stated", () => {
  expect(differenceOf(invoiceOf())).toBeNull();
  const stated = invoiceOf({ amount: "4000.1234", rejectedAmount: "9.88", statedAmount: "4010.00" });
  expect(differenceOf(stated)).toBe("0.00");
  expect(differenceOf({ ...stated, statedAmount: "4012.50" })).toBe("2.4966");
});

test("a step is skipped where there is nothing to do, which is known of parcels only once they were held", () => {
  const steps = stepsOf({ ORDER_MAPPING: [1, 1], SUMMARY: [1, 0], VALIDATED: [1, 0] });
  const skipped = (status: Step) => STEPS.filter((step) => isSkipped({ steps, status }, step));
  expect(skipped("ORDER_MAPPING")).toEqual(["PRODUCT_MAPPING", "OTHER_SERVICES"]);
  expect(skipped("SUMMARY")).toEqual(STEPS.slice(1, 5));
});

test("what is not selected is not charged, and the margin follows", () => {
  expect(sumOf([line(), STORAGE, COMPANY])).toEqual({
    ...{ quantity: 803, amount: "4320.00", charged: "1041.00", paid: "3500.00", margin: "221.00" },
  });
  expect(sumOf([STORAGE], () => false)).toMatchObject({ charged: "0", margin: "-310.00" });
});

test("lines behind a sum are asked for by store and service, those of orders’ ways by their nature", () => {
  expect(filtersOf({ store: STORE, label: "Storage" })).toContainEqual({
    field: "service",
    values: ["Storage"],
  });
  expect(filtersOf({ store: STORE, label: "Shipping" })).toContainEqual({
    field: "nature",
    values: ["WAY", "EXTRA"],
  });
});

test("the list tells how far each invoice is, and what is left of it", async () => {
  signInStaff();
  server.use(
    pageOf("/fulfillment-invoice", [
      row({ id: "a", label: "Octobre", status: "VALIDATED", amountCharged: "700.00", margin: "-12.50" }),
      row({ id: "b", label: "Novembre", status: "SUMMARY", amountCharged: "900.00", margin: "200.00" }),
      row({ id: "c", label: "Décembre", readAt: null }),
      row({ id: "d", label: "Janvier", readAt: null, problem: "Colonne « Price » absente" }),
    ]),
    answers("/job/job-1", jobOf({ progress: { done: 450, total: 1000, note: null } })),
  );
  render(<Portal at="/admin/fulfillment-invoice" />);
  const rowOf = async (name: string) =>
    words((await screen.findByRole("link", { name: new RegExp(name) })).closest("tr") as HTMLElement);
  expect(await rowOf("Octobre")).toMatch(/Bigblue.*Validée.*4 000,00 €.*700,00 €.*-12,50 €/);
  expect(await rowOf("Novembre")).toMatch(/Synthèse.*\+200,00 €/);
  await waitFor(async () => expect(await rowOf("Décembre")).toContain("Lecture : 45 %"));
  expect(await rowOf("Janvier")).toContain("IllisibleColonne « Price » absente");
  expect(screen.getByRole("link", { name: "Importer une facture" })).toHaveAttribute(
    "href",
    "/admin/fulfillment-invoice/create",
  );
});

test("a file that was imported before is refused at the file", async () => {
  signInStaff();
  const sent: string[] = [];
  const message = "Ce fichier a déjà été importé.";
  server.use(
    http.post(api("/fulfillment-invoice"), async ({ request }) => {
      sent.push(await request.text());
      const error = { name: "ConflictFulfillmentInvoiceFileException", message };
      return HttpResponse.json({ error }, { status: 409 });
    }),
  );
  render(<Portal at="/admin/fulfillment-invoice/create" />);
  const submit = await screen.findByRole("button", { name: "Importer la facture" });
  await userEvent.click(await screen.findByRole("combobox", { name: /^Prestataire/ }));
  expect(await screen.findByRole("option", { name: "Bigblue" })).toBeVisible();
  expect(screen.queryByRole("option", { name: "Shopify" })).toBeNull();
  await userEvent.click(screen.getByRole("option", { name: "Bigblue" }));
  await userEvent.click(submit);
  expect(await screen.findByText("Choisissez le fichier de la facture.")).toBeVisible();
  expect(sent).toEqual([]);

  const file = new File(["ID,Service\n"], "octobre.csv", { type: "text/csv" });
  await userEvent.upload(await screen.findByLabelText("Fichier de la facture", { selector: "input" }), file);
  await userEvent.click(submit);
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent[0]).toMatch(/name="provider"\s+bigblue\s/);
  expect(sent[0]).toMatch(/name="start"\s+\d{4}-\d\d-01\s/);
  expect(sent[0]).toMatch(/name="file"; filename="octobre.csv"/);
  expect(sent[0]).not.toContain('name="label"');
});

const ORDER = {
  ...{ fulfillmentId: "MUSI-1042", services: ["Shipping", "Fulfillment"], amount: "12.40" },
  proposals: [{ store: STORE, reason: "REFERENCE" as const, certainty: 95 }],
};

test("a proposal is accepted by one press, kept where one says so, and the next step follows", async () => {
  signInStaff();
  const before = invoiceOf({ unmappedOrders: [ORDER] });
  const mapped = invoiceOf({
    updatedAt: "2026-11-02T10:00:00Z",
    orderMappings: [
      { fulfillmentId: "MUSI-1042", storeId: "store-1", storeName: "Maison Aube", amount: "12.40" },
    ],
    steps: stepsOf({ ORDER_MAPPING: [1, 0], SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  });
  const sent = decided(before, ({ to }) => (to ? { ...mapped, status: "SUMMARY" } : mapped));
  open();
  expect(await screen.findByText(/Maison Aube\s: même référence, 95\s%/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Continuer" })).toHaveAttribute(
    "title",
    "1 décision reste à prendre",
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Retenir pour les prochaines factures" }));
  await userEvent.click(screen.getByRole("button", { name: "Attribuer à Maison Aube" }));
  expect(await screen.findByText("Tout est décidé")).toBeVisible();
  const mapping = { fulfillmentId: "MUSI-1042", storeId: "store-1", isPrefix: false, isKept: true };
  expect(sent).toEqual([{ match: READ, patch: { status: "ORDER_MAPPING", orderMappings: [mapping] } }]);
  expect(await screen.findByRole("link", { name: "Maison Aube" })).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Continuer" }));
  expect(await screen.findByRole("heading", { name: "Synthèse" })).toBeVisible();
  expect(sent[1]).toEqual({
    match: "2026-11-02T10:00:00Z",
    patch: { status: "ORDER_MAPPING", to: "SUMMARY" },
  });
  // Nothing was to be done between them.
  await userEvent.click(screen.getByRole("button", { name: "Revenir" }));
  await waitFor(() => expect(sent[2]?.patch).toMatchObject({ status: "SUMMARY", to: "ORDER_MAPPING" }));
});

test("what begins alike is the company’s, by a rule", async () => {
  signInStaff();
  const before = invoiceOf({ unmappedOrders: [{ ...ORDER, proposals: [] }] });
  const sent = decided(before, () => before);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Choisir pour MUSI-1042" }));
  const dialog = within(await screen.findByRole("dialog", { name: /À qui appartient MUSI-1042/ }));
  await userEvent.click(dialog.getByRole("radio", { name: /La société/ }));
  await userEvent.click(dialog.getByRole("checkbox", { name: "Tout ce qui commence ainsi" }));
  const prefix = dialog.getByLabelText(/^Début des identifiants/);
  await userEvent.clear(prefix);
  await userEvent.type(prefix, "MUSI-");
  await userEvent.click(dialog.getByRole("button", { name: "Attribuer" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.patch.orderMappings).toEqual([
    { fulfillmentId: "MUSI-", storeId: null, isPrefix: true, isKept: false },
  ]);
});

const SUMMED = invoiceOf({
  status: "SUMMARY",
  steps: stepsOf({ SHIPPING_FEE_CONTROL: [800, 0], SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  lines: [line(), STORAGE, COMPANY],
});

test("validating sends the label and the lines that are selected, once one has read what will be created", async () => {
  signInStaff();
  const fee = { id: "fee-1", amount: "700.00", isInvoiced: false };
  const sent = decided(SUMMED, () => ({ ...SUMMED, status: "VALIDATED", lines: [line({ fee })] }));
  open();
  const text = { normalizer: (text: string) => text.replace(/\s/g, " ") };
  expect(
    await screen.findByText("2 lignes de frais seront créées, pour un total de 1 041,00 € HT", text),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "Facturer Storage" }));
  expect(
    await screen.findByText("1 ligne de frais sera créée, pour un total de 700,00 € HT", text),
  ).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Facturer Refunds" })).toHaveAttribute("aria-disabled", "true");

  const label = screen.getByLabelText(/^Libellé/);
  await userEvent.clear(label);
  await userEvent.type(label, "Octobre");
  await userEvent.click(screen.getByRole("button", { name: "Valider la facture" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Valider cette facture/ }));
  expect(dialog.getByText(/1 ligne de frais sera créée/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Valider la facture" }));
  const stores = within(await screen.findByRole("region", { name: "Refacturation par boutique" }));
  expect(stores.getByRole("link", { name: "Frais" })).toHaveAttribute("href", "/admin/fee/fee-1");
  expect(sent.map(({ patch }) => patch)).toEqual([
    { status: "SUMMARY", to: "VALIDATED", label: "Octobre", selectedLines: ["line-1"] },
  ]);
});

test("reopening first says which fees stay", async () => {
  signInStaff();
  const fee = { id: "fee-1", amount: "700.00", isInvoiced: true };
  const validated: ProviderInvoice = {
    ...SUMMED,
    status: "VALIDATED",
    lines: [line({ fee }), { ...STORAGE, fee: { id: "fee-2", amount: "341.00", isInvoiced: false } }],
  };
  const sent = decided(validated, () => SUMMED);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Rouvrir la facture" }));
  const dialog = await screen.findByRole("dialog", { name: /Rouvrir cette facture/ });
  expect(words(dialog)).toContain("Maison Aube, Shipping (700,00 €)");
  expect(words(dialog)).not.toContain("Storage");
  await userEvent.click(within(dialog).getByRole("button", { name: "Rouvrir la facture" }));
  expect(await screen.findByRole("button", { name: "Valider la facture" })).toBeVisible();
  expect(sent).toEqual([{ match: READ, patch: { status: "VALIDATED", to: "SUMMARY" } }]);
});

test("a file that could not be read says why, and makes room for another", async () => {
  signInStaff();
  const rejected = [{ line: 1, column: null, heading: "Price", reason: "Cette colonne obligatoire manque." }];
  const problem = rejected[0]?.reason ?? null;
  const invoice = invoiceOf({ readAt: null, problem, rejected, rejectedCount: 1 });
  decided(invoice, () => invoice);
  const gone: string[] = [];
  server.use(
    http.delete(api("/fulfillment-invoice/:id"), ({ params }) => {
      gone.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  open();
  expect(words(await screen.findByRole("row", { name: /Price/ }))).toContain(problem);
  expect(screen.getAllByText(String(problem)), "said once").toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Supprimer et importer à nouveau" }));
  expect(await screen.findByRole("heading", { name: "Importer une facture prestataire" })).toBeVisible();
  expect(gone).toEqual(["invoice-1"]);
});

const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  ...{ id: "parcel-1", fulfillmentId: "MUSI1", orderId: "order-1", reference: "#1042", storeId: "store-1" },
  ...{ storeName: "Maison Aube", countryCode: "FR", carrier: "Colissimo", day: "2026-10-02" },
  price: { consumer: "4.00", business: "5.00", difference: "1.00" },
  ...{ amount: "6.10", extra: "1.00", agreed: "5.00", beyond: "0.10", exception: null },
  ...{ explanation: null, isSelected: true, charged: "1.00" },
  ...change,
});

test("a parcel tells its order, what is beyond the agreed price, and how its tariff came about", async () => {
  signInStaff();
  const invoice = invoiceOf({ status: "SHIPPING_FEE_CONTROL" });
  decided(invoice, () => invoice);
  const asked: string[] = [];
  server.use(
    http.get(api("/fulfillment-invoice/invoice-1/shipping"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      const meta = { total: 1, exact: true, next: null, previous: null };
      return HttpResponse.json({ data: [parcel()], meta });
    }),
  );
  open();
  const link = await screen.findByRole("link", { name: "#1042" });
  expect(link).toHaveAttribute("href", "/admin/order/order-1");
  const cells = words(link.closest("tr") as HTMLElement);
  expect(cells).toMatch(/Maison Aube.*Colissimo.*France.*6,10 €.*5,00 €.*\+0,10 €.*5,00 €.*4,00 €.*1,00 €/);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /le colis #1042/ }));
  expect(await screen.findByText("Aucun tarif ne s’applique à ce colis.")).toBeVisible();
  const sums = within(screen.getByRole("tabpanel", { name: "Par boutique" }));
  await userEvent.click(await sums.findByRole("button", { name: "Maison Aube" }));
  await waitFor(() => expect(asked.at(-1)).toContain('{"field":"storeId","values":["store-1"]}'));
  await userEvent.click(screen.getByRole("tab", { name: "Par transporteur" }));
  await userEvent.click(await screen.findByRole("button", { name: "Inconnu" }));
  await waitFor(() => expect(asked.at(-1)).toContain('{"field":"carrier","values":[""]}'));
  await userEvent.click(screen.getByRole("button", { name: /^Inconnu.*voir tous les colis/ }));
  await waitFor(() => expect(asked.at(-1)).not.toContain("carrier"));
  expect(asked.at(-1)).toContain("store-1");
});

test("what is beyond the agreed prices is a claim, with its parcels and a file to send", async () => {
  signInStaff();
  const invoice = invoiceOf({
    status: "VALIDATED",
    steps: stepsOf({ SHIPPING_FEE_CONTROL: [800, 0], SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  });
  decided(invoice, () => invoice);
  const sent: { body: unknown; cursor: string }[] = [];
  server.use(
    pageOf("/fulfillment-invoice/invoice-1/claim", [parcel({ beyond: "12.30" })]),
    answers("/job/job-1", jobOf()),
    http.post(api("/fulfillment-invoice/invoice-1/claim/export"), async ({ request }) => {
      const cursor = atob(new URL(request.url).searchParams.get("cursor") ?? "");
      sent.push({ body: await request.json(), cursor });
      return HttpResponse.json({ data: jobOf({ status: "COMPLETED" }) }, { status: 202 });
    }),
  );
  open();
  const claim = within(await screen.findByRole("region", { name: "Contrôle des frais de port" }));
  expect(await claim.findByText("3 colis facturés au-delà du tarif convenu")).toBeVisible();
  expect(claim.getByText(/^34,50\s€ HT en jeu/)).toBeVisible();
  await userEvent.click(claim.getByRole("button", { name: "Voir les lignes" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Colis facturés au-delà du tarif convenu" }),
  );
  const row = (await dialog.findByRole("link", { name: "#1042" })).closest("tr") as HTMLElement;
  // For its way alone: of 6.10 one euro is on top.
  expect(words(row)).toMatch(/Colissimo.*5,10 €.*5,00 €.*\+12,30 €/);
  expect(words(row)).not.toContain("4,00 €");
  await userEvent.click(dialog.getByRole("button", { name: "Fermer" }));
  await userEvent.click(claim.getByRole("button", { name: "Télécharger la réclamation (CSV)" }));
  expect(await screen.findByText(/^La réclamation est en préparation/)).toBeVisible();
  expect(sent).toEqual([{ body: { scope: "all" }, cursor: expect.stringContaining('"field":"beyond"') }]);
  expect(stakeOf(SUMS.CARRIER)).toEqual({ count: 3, amount: "34.50" });
});

test("parcels to look at are left out one by one, or all for one reason", async () => {
  signInStaff();
  const invoice = invoiceOf({ status: "SHIPPING_EXCEPTIONS_FEE_CONTROL" });
  const sent = decided(invoice, () => invoice);
  server.use(
    pageOf("/fulfillment-invoice/invoice-1/shipping-exceptions", [parcel({ exception: "EXTRA_FEE" })]),
  );
  open();
  await userEvent.click(await screen.findByRole("checkbox", { name: /le colis #1042/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Ne pas refacturer" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: /^Actions.*le colis #1042/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: /^Ne rien refacturer\s: Supplément/ }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ patch }) => patch.shippingExceptions)).toEqual([
    [{ ids: ["parcel-1"], isSelected: false }],
    [{ exceptions: ["EXTRA_FEE"], isSelected: false }],
  ]);
});

test("a new service is decided with its margin, and the company bears what is left", async () => {
  signInStaff();
  const service = { service: "Storage", lineCount: 2, amount: "310.00", isBilled: null, margin: "0.00" };
  const before = invoiceOf({
    status: "OTHER_SERVICES",
    services: [service],
    steps: stepsOf({ OTHER_SERVICES: [3, 3], SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  });
  const sent = decided(before, ({ serviceMargin }) =>
    serviceMargin ? { ...before, services: [{ ...service, isBilled: true, margin: "10.00" }] } : before,
  );
  server.use(pageOf("/fulfillment-invoice/invoice-1/other-services", []));
  open();
  await userEvent.click(await screen.findByRole("combobox", { name: "Payée par (Storage)" }));
  await userEvent.click(await screen.findByRole("option", { name: "Les boutiques" }));
  const margin = screen.getByLabelText(/^Marge \(Storage\)/);
  await userEvent.clear(margin);
  await userEvent.type(margin, "10");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer les marges" }));
  expect(await screen.findByText("Les marges ont été enregistrées")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "La société prend le reste" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ patch }) => patch)).toEqual([
    { status: "OTHER_SERVICES", serviceMargin: [{ service: "Storage", isBilled: true, margin: "10" }] },
    { status: "OTHER_SERVICES", otherServices: [{ storeId: null }] },
  ]);
});

test("sums that disagree are told at their field, and what is typed there is saved first", async () => {
  signInStaff();
  const invoice = invoiceOf({ statedAmount: "4010.00", steps: stepsOf({ ORDER_MAPPING: [1, 0] }) });
  decided(invoice, () => invoice);
  const message = "Les lignes ne donnent pas le total du prestataire.";
  server.use(
    http.patch(api("/fulfillment-invoice/invoice-1"), () =>
      HttpResponse.json(
        { error: { name: "ConflictFulfillmentInvoiceTotalException", message } },
        { status: 409 },
      ),
    ),
  );
  open();
  const next = await screen.findByRole("button", { name: "Continuer" });
  await userEvent.click(next);
  const stated = screen.getByRole("textbox", { name: /^Total HT annoncé/ });
  await waitFor(() => expect(stated).toHaveAccessibleDescription(new RegExp(message)));
  expect(stated).toHaveFocus();
  expect(screen.queryByText("Rien n’a été enregistré")).toBeNull();
  await userEvent.clear(stated);
  await userEvent.type(stated, "4000");
  await waitFor(() => expect(next).toHaveAttribute("title", "Enregistrez d’abord les totaux du fichier"));
});

test("an invoice that begins where nothing is to be done says so, and goes on to the summary", async () => {
  signInStaff();
  const before = invoiceOf({
    status: "OTHER_SERVICES",
    steps: stepsOf({ SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  });
  const sent = decided(before, () => SUMMED);
  open();
  expect(await screen.findByText("Étape ignorée")).toBeVisible();
  const present = document.querySelector("[aria-current=step]");
  expect(present).toHaveTextContent(/^5?Autres prestations \(ignorée\)/);
  await userEvent.click(screen.getByRole("button", { name: "Passer à la synthèse" }));
  expect(await screen.findByRole("button", { name: "Valider la facture" })).toBeVisible();
  expect(sent.map(({ patch }) => patch)).toEqual([{ status: "OTHER_SERVICES", to: "SUMMARY" }]);
});

test("a margin that is too much is refused at its field", async () => {
  signInStaff();
  const service = { service: "Storage", lineCount: 2, amount: "310.00", isBilled: true, margin: "0.00" };
  const known = { ...service, service: "Refunds" };
  const invoice = invoiceOf({
    status: "OTHER_SERVICES",
    services: [known, service],
    steps: stepsOf({ OTHER_SERVICES: [3, 3], SUMMARY: [1, 0], VALIDATED: [1, 0] }),
  });
  decided(invoice, () => invoice);
  server.use(
    pageOf("/fulfillment-invoice/invoice-1/other-services", []),
    http.patch(api("/fulfillment-invoice/invoice-1"), () => {
      const payload = [{ field: "serviceMargin[0].margin", code: "max", message: "Trop élevé" }];
      return HttpResponse.json({ error: { name: "BadRequestException", payload } }, { status: 400 });
    }),
  );
  open();
  const margin = await screen.findByLabelText(/^Marge \(Storage\)/);
  await userEvent.clear(margin);
  await userEvent.type(margin, "90");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer les marges" }));
  await waitFor(() => expect(margin).toHaveAccessibleDescription(/Trop élevé/));
});

test("a fee that came of an invoice leads to it, and a line of the summary to what it is the sum of", async () => {
  signInStaff();
  const fee = feeOf({ cause: "PROVIDER_INVOICE", causeId: "invoice-1", causeName: "Bigblue octobre" });
  const invoice: ProviderInvoice = { ...SUMMED, status: "VALIDATED" };
  decided(invoice, () => invoice);
  const asked: string[] = [];
  server.use(
    answers("/finance/fee/fee-1", fee),
    answers("/finance/fee/fee-1/attachment", []),
    http.get(api("/fulfillment-invoice/invoice-1/line"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      const one = {
        ...{ id: "l", line: 4, subject: "ORDER", nature: "WAY", fulfillmentId: "MUSI1", service: "Shipping" },
        ...{ description: "Colissimo", quantity: "1.000", unitPrice: "6.10", price: "6.10" },
        ...{ countryCode: "FR", orderId: "order-1", storeId: "store-1", storeName: "Maison Aube" },
        isDecided: true,
      };
      return HttpResponse.json({
        data: [one],
        meta: { total: 1, exact: true, next: null, previous: null },
      });
    }),
  );
  render(<Portal at="/admin/fee/fee-1" />);
  await userEvent.click(await screen.findByRole("link", { name: /Bigblue octobre/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Shipping" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Shipping, Maison Aube" }));
  const order = await dialog.findByRole("link", { name: "MUSI1" });
  expect(order).toHaveAttribute("href", "/admin/order/order-1");
  expect(asked[0]).toContain('{"field":"storeId","values":["store-1"]}');
  expect(asked[0]).toContain('{"field":"nature","values":["WAY","EXTRA"]}');
});
