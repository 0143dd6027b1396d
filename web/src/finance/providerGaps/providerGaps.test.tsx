import { useTrackedJobs } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, jobOf, Portal, pageOf, pluginOf, signIn } from "../../testing/Portal";
import type { Gap, GapKind, GapSums } from "./api";
import { cursorOfKind, isAlone, KINDS, sumOf } from "./values";

const gap = (change: Partial<Gap> = {}): Gap => ({
  ...{ id: "gap-1", provider: "bigblue", kind: "UNBILLED", invoiceId: null, invoiceLabel: null },
  ...{ firstInvoiceId: null, firstInvoiceLabel: null, orderId: "order-1", storeId: "store-1" },
  ...{ storeName: "Maison Aube", fulfillmentId: "MUSIX1", reference: "#1042", service: "" },
  ...{ day: "2026-10-12", amount: "6.40" },
  ...change,
});
const TWICE = gap({
  ...{ id: "gap-2", kind: "BILLED_TWICE", reference: "#1043", fulfillmentId: "MUSIX2", service: "Shipping" },
  ...{ invoiceId: "invoice-2", invoiceLabel: "Novembre", firstInvoiceId: "invoice-1" },
  firstInvoiceLabel: "Octobre",
});
const STORAGE = gap({
  ...{
    id: "gap-3",
    kind: "STORAGE_WITHOUT_STOCK",
    orderId: null,
    fulfillmentId: "AUBE-1",
    service: "Storage",
  },
  reference: "AUBE-1",
});

const sumsOf = (counts: Partial<Record<GapKind, [count: number, amount: string]>>): GapSums => ({
  provider: "bigblue",
  foundAt: "2026-11-02T03:50:00Z",
  kinds: KINDS.map((kind) => {
    const [count, amount] = counts[kind] ?? [0, "0.00"];
    return { kind, count, amount };
  }),
});

const words = (element: Element | null) => element?.textContent?.replace(/\s/g, " ") ?? "";

/** The questions that the list is asked. */
function found(sums: GapSums[], rows: Gap[]): string[] {
  signIn(person({ permissions: ["READ_ORDER", "READ_STORE", "READ_ORGANIZATION", "READ_PRODUCT"] }));
  const asked: string[] = [];
  server.use(
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue" })]),
    answers("/fulfillment-invoice/gap/sum", sums),
    pageOf("/store", []),
    pageOf("/fulfillment-invoice", []),
    http.get(api("/fulfillment-invoice/gap"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      const meta = { total: rows.length, exact: true, next: null, previous: null };
      return HttpResponse.json({ data: rows, meta });
    }),
  );
  return asked;
}

const open = () => render(<Portal at="/admin/fulfillment-invoice/gap" />);
/** The card of a figure. */
const tile = async (name: string) => (await screen.findByRole("link", { name })).closest("div");

test("what is open of a kind is summed over the providers that are looked at", () => {
  const sums = [
    sumsOf({ UNBILLED: [2, "12.80"] }),
    { ...sumsOf({ UNBILLED: [1, "5.00"] }), provider: "cubyn" },
  ];
  expect(sumOf(sums, "UNBILLED", { filters: [] })).toEqual({ count: 3, amount: "17.80" });
  const filters = [{ field: "provider", values: ["cubyn"] }];
  expect(sumOf(sums, "UNBILLED", { filters })).toEqual({ count: 1, amount: "5.00" });
});

test("one kind alone is shown, and all of them again", () => {
  const store = { field: "storeId", values: ["store-1"] };
  const query = { take: 20, skip: 40, search: "", orderBy: [], filters: [store] };
  expect(atob(cursorOfKind(query, "UNKNOWN"))).toContain('{"field":"kind","values":["UNKNOWN"]}');
  expect(atob(cursorOfKind(query, "UNKNOWN"))).toContain('"skip":0');
  const alone = { ...query, filters: [store, { field: "kind", values: ["UNKNOWN"] }] };
  expect(isAlone(alone, "UNKNOWN")).toBe(true);
  expect(atob(cursorOfKind(alone, "UNKNOWN"))).not.toContain("kind");
  expect(atob(cursorOfKind(alone, "UNKNOWN"))).toContain("store-1");
});

test("each kind says what it is and comes to, and shows its own rows alone", async () => {
  const asked = found([sumsOf({ UNBILLED: [1234, "7900.00"], BILLED_TWICE: [1, "6.40"] })], [gap(), TWICE]);
  open();
  expect(words(await tile("Expédiée, non facturée"))).toMatch(/7 900,00 €1 234 écarts.*coût moyen/);
  expect(screen.getByText(/^Dernière recherche pour Bigblue/)).toBeVisible();
  // There is nothing to be shown of it.
  expect(screen.queryByRole("link", { name: "Stockage sans stock" })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Facturée deux fois" }));
  await waitFor(() => expect(asked.at(-1)).toContain('{"field":"kind","values":["BILLED_TWICE"]}'));
  await userEvent.click(screen.getByRole("link", { name: "Facturée deux fois" }));
  await waitFor(() => expect(asked.at(-1)).not.toContain("BILLED_TWICE"));
});

test("a gap leads to its order or product, to its store and to the invoices that bill it", async () => {
  found([sumsOf({ UNBILLED: [1, "6.40"] })], [gap(), TWICE, STORAGE]);
  open();
  const order = await screen.findByRole("link", { name: "#1042" });
  expect(order).toHaveAttribute("href", "/admin/order/order-1");
  await waitFor(() =>
    expect(words(order.closest("tr"))).toMatch(/Expédiée, non facturée.*Maison Aube.*Bigblue.*6,40 €estimé/),
  );
  const [store] = screen.getAllByRole("link", { name: "Maison Aube" });
  expect(store).toHaveAttribute("href", "/admin/store/store-1");
  const later = screen.getByRole("link", { name: "Novembre" });
  expect(later).toHaveAttribute("href", "/admin/fulfillment-invoice/invoice-2");
  const before = screen.getByRole("link", { name: "Octobre" });
  expect(before).toHaveAttribute("href", "/admin/fulfillment-invoice/invoice-1");
  const product = screen.getByRole("link", { name: "AUBE-1" }).getAttribute("href") ?? "";
  expect(product).toMatch(/^\/admin\/store-product\?cursor=/);
  expect(atob(product.split("cursor=")[1] ?? "")).toContain('"search":"AUBE-1"');
});

test("they are looked for at the press of a button, and nothing that is missing is said to be", async () => {
  found([sumsOf({})], []);
  const sent: unknown[] = [];
  server.use(
    http.post(api("/fulfillment-invoice/gap/find"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: jobOf({ name: "finance.find-gaps" }) }, { status: 202 });
    }),
    answers("/job/job-1", jobOf({ name: "finance.find-gaps" })),
  );
  open();
  expect(await screen.findByText("Rien ne manque")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Rechercher les écarts" }));
  await waitFor(() => expect(sent).toEqual([{ provider: "bigblue" }]));
  expect(useTrackedJobs.getState().ids).toEqual(["job-1"]);
});

test("before an invoice was read nothing can be looked for, and the way to one is shown", async () => {
  found([], []);
  open();
  expect(await screen.findByText("Aucune facture prestataire n’a été lue")).toBeVisible();
  expect(screen.getByRole("link", { name: "Importer une facture" })).toHaveAttribute(
    "href",
    "/admin/fulfillment-invoice/create",
  );
  expect(screen.queryByRole("button", { name: "Rechercher les écarts" })).toBeNull();
});

test("customers have no such screen", async () => {
  signIn(customer());
  render(<Portal at="/customer/org-1/fulfillment-invoice/gap" />);
  expect(await screen.findByRole("heading", { level: 1 })).not.toHaveTextContent("Écarts");
});
