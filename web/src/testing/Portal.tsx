import { KitProvider, type Schemas, type User, useSession } from "@comptoir/kit";
import { answers, type DataAt, person, server } from "@comptoir/kit/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { ROUTES } from "../app/router";

/** A customer of one organization who may see orders. */
export const customer = (change: Partial<User> = {}) =>
  person({
    role: "customer",
    displayName: "Marin",
    permissions: ["READ_ORDER"],
    resources: [{ type: "ORGANIZATION", id: "org-1", name: "Port SAS" }],
    ...change,
  });

/** One order as the list shows it. */
export const orderRow = (change: Partial<Schemas["OrderRow"]> = {}): Schemas["OrderRow"] => ({
  id: "order-1",
  reference: "#1042",
  providerId: "MUSIX01234567",
  provider: "bigblue",
  source: "normal",
  status: "SHIPPED",
  providerStatus: "",
  statusMessage: "In transit",
  hold: null,
  store: { id: "store-1", name: "Maison Aube" },
  customerName: "Ana Bertrand",
  country: "BE",
  city: "Namur",
  email: "ana@bertrand.example",
  phone: "",
  company: "",
  zip: "5000",
  language: "fr",
  itemCount: 2,
  subtotal: "1200.00",
  tax: "0.00",
  discount: "0.00",
  shippingPrice: "34.50",
  shippingMethod: "standard",
  total: "1234.50",
  totalExVat: "1028.75",
  currency: "EUR",
  submittedAt: "2026-01-15T09:00:00Z",
  shippedAt: "2026-01-16T09:00:00Z",
  returnedAt: null,
  isWaiting: false,
  updatedAt: "2026-01-16T09:00:00Z",
  carrier: "",
  trackingNumber: "",
  trackingUrl: "",
  extra: {},
  ...change,
});

/** The same order as its page shows it. */
export const orderOf = (change: Partial<Schemas["Order"]> = {}): Schemas["Order"] => ({
  ...orderRow(),
  steps: [
    { milestone: "PLACED", state: "DONE", at: "2026-01-15T09:00:00Z", isLatest: false },
    { milestone: "PREPARED", state: "DONE", at: null, isLatest: false },
    { milestone: "SHIPPED", state: "DONE", at: "2026-01-16T09:00:00Z", isLatest: false },
    { milestone: "DELIVERED", state: "NEXT", at: null, isLatest: false },
  ],
  hold: null,
  weight: null,
  shippingAddress: {
    company: "",
    firstName: "Ana",
    lastName: "Bertrand",
    address1: "2 rue des Tanneurs",
    address2: "",
    extra: "",
    city: "Bruxelles",
    zip: "1000",
    state: "",
    country: "Belgique",
    countryCode: "BE",
    phone: "",
    email: "",
  },
  billingAddress: null,
  contact: { name: "Ana Bertrand", email: "", phone: "" },
  lines: [],
  ships: null,
  corrections: [],
  shippingLines: [],
  manual: null,
  providerUrl: "",
  sale: null,
  history: [],
  links: [],
  ...change,
});

/** One store and one organization as their lists show them. */
export const storeRow = (change: Partial<Schemas["StoreRow"]> = {}): Schemas["StoreRow"] => ({
  id: "store-1",
  name: "Maison Aube",
  organizations: [{ id: "org-1", name: "Port SAS" }],
  connectors: ["bigblue"],
  webhooks: null,
  archivedAt: null,
  createdAt: "2026-01-15T09:00:00Z",
  ...change,
});

/** The same store as its page shows it. */
export const storeOf = (change: Partial<Schemas["Store"]> = {}): Schemas["Store"] => ({
  id: "store-1",
  name: "Maison Aube",
  organizations: [{ organizationId: "org-1", name: "Port SAS", ownershipPercentage: "100" }],
  seedingCost: "5",
  ticketCost: "2.60",
  ticketBasis: "MESSAGE",
  returnCost: "2.60",
  shippingMargin: "5",
  shippingAdditionalCost: "0.65",
  links: [{ type: "shop", url: "https://aube.example" }],
  charges: [],
  archivedAt: null,
  createdAt: "2026-01-15T09:00:00Z",
  updatedAt: "2026-01-16T09:00:00Z",
  ...change,
});

/** What a store agreed on about its parcels, while no provider has a carrier. */
export const shippingSettings: Schemas["StoreShippingSettings"] = {
  providers: [],
  marginPercent: "5",
  additionalCost: "0.65",
  discountPercent: "0",
  updatedAt: "2026-01-16T09:00:00Z",
};

export const organizationRow = (id: string, name: string): Schemas["OrganizationRow"] => ({
  id,
  name,
  identifierNumber: "",
  taxNumber: "",
  city: "",
  storeCount: 1,
  archivedAt: null,
  createdAt: "2026-01-15T09:00:00Z",
});

/** One factory as staff see it. */
export const factoryOf = (change: Partial<Schemas["Factory"]> = {}): Schemas["Factory"] => ({
  id: "factory-1",
  name: "Atelier Bursa",
  countryCode: "TR",
  quantityMin: 100,
  quantityMax: 1_000,
  delayInWeek: 4,
  priceRange: 2,
  description: "",
  tags: [],
  load: { open: 0, quantity: 0 },
  createdAt: "2026-01-15T09:00:00Z",
  updatedAt: "2026-01-16T09:00:00Z",
  ...change,
});

/** One fee as staff see it. */
export const feeOf = (change: Partial<Schemas["Fee"]> = {}): Schemas["Fee"] => ({
  id: "fee-1",
  store: { id: "store-1", name: "Maison Aube" },
  initiatedAt: "2026-01-31",
  type: "Préparation",
  category: "LOGISTICS",
  description: "Colis de janvier",
  internalAmount: "12.34",
  customerAmount: "20.00",
  author: "Ada",
  cause: "MANUAL",
  causeId: null,
  causeName: null,
  endsAt: null,
  invoices: [],
  createdAt: "2026-01-31T09:00:00Z",
  updatedAt: "2026-01-31T09:00:00Z",
  ...change,
});

/** One recurring charge, of which two periods were charged. */
export const chargeOf = (
  change: Partial<DataAt<"/finance/charge/charge-1">> = {},
): DataAt<"/finance/charge/charge-1"> => ({
  id: "charge-1",
  store: { id: "store-1", name: "Maison Aube" },
  startedAt: "2026-01-31",
  endedAt: null,
  pausedAt: null,
  type: "Abonnement",
  category: "SOFTWARE",
  description: "Accès au logiciel",
  internalAmount: "10.00",
  customerAmount: "49.00",
  amountsFrom: null,
  period: 1,
  periodType: "MONTH",
  chargedUntil: "2026-03-30",
  author: "Ada",
  createdAt: "2026-01-31T09:00:00Z",
  updatedAt: "2026-03-30T09:00:00Z",
  ...change,
});

/** A plugin that brings nothing to look at. */
export const pluginOf = (change: Partial<Schemas["Plugin"]> = {}): Schemas["Plugin"] => ({
  id: "acme",
  name: "Acme",
  version: "1.0.0",
  entry: null,
  frame: null,
  kit: null,
  screens: [],
  columns: [],
  actions: [],
  tasks: {},
  ...change,
});

/** A background job that waits. */
export const jobOf = (change: Partial<Schemas["Job"]> = {}): Schemas["Job"] => ({
  id: "job-1",
  name: "orders.synchronize",
  consumer: "bigblue",
  identifier: "connector-1",
  subject: null,
  status: "PENDING",
  attempts: 0,
  progress: null,
  error: null,
  errorFr: null,
  files: [],
  result: null,
  createdAt: "2026-01-15T09:00:00Z",
  startedAt: null,
  updatedAt: "2026-01-15T09:00:00Z",
  duration: null,
  ...change,
});

export const pageOf = <const Address extends string>(address: Address, rows: DataAt<Address> & unknown[]) =>
  answers(address, rows, { total: rows.length, exact: true, next: null, previous: null });

/** Figures of days on which nothing happened. */
export const noFigures: Schemas["AnalyticFigures"] = {
  ...{ commerceOrders: 0, seedingOrders: 0, cancelledOrders: 0, foreignOrders: 0, articles: 0 },
  ...{ netSales: "0", discounts: "0", shipping: "0", taxes: "0", totalSales: "0", tickets: 0, fees: "0" },
};

/** The sales and the report of such days. */
export const noSales: Schemas["AnalyticSales"] = {
  ...{ current: noFigures, previous: noFigures, lastYear: noFigures },
  ...{ step: "DAY", points: [], previousPoints: [], goal: null, countedAt: null },
};
export const noReport: Schemas["AnalyticReport"] = {
  orders: { total: { commerce: 0, seeding: 0 }, logisticHours: null, statuses: [] },
  overall: { delivered: { articles: 0 } },
  sales: { countries: [] },
  tickets: { count: 0, average: "0", volume: 0 },
  inventory: { uniqueProductCount: 0, productInWarehouse: 0, inbound: { shipment: 0, product: 0 } },
  countedAt: null,
};

/** What the host says of itself. */
export const environment = (change: Partial<DataAt<"/environment">> = {}) =>
  answers("/environment", {
    environment: "test",
    apiVersion: "1",
    version: "1.0.0",
    bugReport: false,
    passkeys: true,
    ...change,
  });

/** Nobody is signed in. */
export function signOut() {
  useSession.setState({ status: "signedOut", user: null });
  server.use(environment());
}

/**
 * Somebody is signed in, and what every screen asks for has an answer. Whoever sees a screen stays the one of the test: an
 * answer to somebody before, still on its way, would make the next one them.
 */
export function signIn(user: User) {
  useSession.setState({ status: "signedIn", user });
  server.use(
    answers("/user/current", user),
    answers("/job/running", []),
    answers("/plugins", []),
    answers("/connector/health", { total: 0, failing: 0, late: 0, connectors: [] }),
    answers("/view", []),
    answers("/logs", []),
    answers("/logs/mentions", []),
    environment(),
    answers("/order/summary", {
      byStatus: [{ status: "SHIPPED", count: 7 }],
      lastSynchronizedAt: null,
      setAside: 0,
    }),
    pageOf("/order", [orderRow()]),
    answers("/order/options", { carriers: [], countries: [], providers: [] }),
    answers("/order/work", []),
    answers("/order/order-1/others", { orders: [], hasMore: false }),
    pageOf("/store", [storeRow()]),
    pageOf("/set-aside-item", []),
    pageOf("/job", []),
    pageOf("/product", []),
    pageOf("/inbound-shipment", []),
    answers("/invoice/missing-invoice", []),
    answers("/analytic", noReport),
    answers("/analytic/sales", noSales),
    answers("/analytic/product", []),
    pageOf("/user", []),
    pageOf("/organization", []),
    pageOf("/finance/fee", []),
    pageOf("/finance/charge", []),
    answers("/finance/accounting", {
      services: [],
      connection: null,
      vatCodes: [],
      counts: { unbooked: 0, waiting: 0, booked: 0, failed: 0 },
    }),
    pageOf("/finance/accounting/entry", []),
    http.get("*/api/events", () => new HttpResponse(null, { status: 204 })),
  );
}

/** The whole portal at an address. */
export function Portal({ at }: { at: string }) {
  const [router] = useState(() => createMemoryRouter(ROUTES, { initialEntries: [at] }));
  return (
    <KitProvider env="test">
      <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </KitProvider>
  );
}

/** What the activity at the end of the top bar shows, opened. */
export async function activity(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole("button", { name: /^Tâches récentes/ }));
  return screen.findByRole("region", { name: "Tâches récentes" });
}
