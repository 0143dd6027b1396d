import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, signIn } from "../testing/Portal";
import type { Audit, Report, Sales } from "./api";
import { compared, summed } from "./values";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../kit/src/chart/Plot", () => ({ default: () => null }));

const FIGURES: Sales["current"] = {
  ...{ commerceOrders: 12, seedingOrders: 2, cancelledOrders: 1, foreignOrders: 0, articles: 30 },
  ...{ netSales: "1000.00", discounts: "0", shipping: "50.00", taxes: "210.00", totalSales: "1260.00" },
  ...{ tickets: 3, fees: "80.00" },
};
const SALES: Sales = {
  current: FIGURES,
  previous: { ...FIGURES, commerceOrders: 6 },
  lastYear: { ...FIGURES, commerceOrders: 0 },
  step: "DAY",
  points: [{ day: "2026-11-02", ...FIGURES, usualOrders: 4_321 }],
  previousPoints: [{ day: "2026-11-01", ...FIGURES, netSales: "500.00", usualOrders: null }],
  goal: { due: "2000.00", goal: "10000.00", netSales: "1000.00", stores: 1 },
  countedAt: "2026-11-03T10:00:00Z",
};
const INVENTORY: Report["inventory"] = {
  ...{ uniqueProductCount: 7, productInWarehouse: 410 },
  inbound: { shipment: 1, product: 60 },
};
const REPORT: Report = {
  orders: {
    total: { commerce: 12, seeding: 2 },
    logisticHours: 26,
    statuses: [{ status: "SHIPPED", orders: 9 }],
  },
  overall: { delivered: { articles: 21 } },
  sales: { countries: [{ countryCode: "BE", orders: 4, articles: 9, netSales: "300.00" }] },
  tickets: { count: 3, average: "1.5", volume: 4 },
  inventory: INVENTORY,
  countedAt: "2026-11-03T10:00:00Z",
};
const row = (change: Partial<Audit["products"][number]>): Audit["products"][number] => ({
  ...{ barcode: "3760000001014", countryCode: "FR", quantity: 5, sku: "A-1", product: "Aube" },
  ...{ priceExVat: "50.00", price: "60.00" },
  ...change,
});
const AUDIT: Audit = {
  products: [row({}), row({ countryCode: "BE", quantity: 2, priceExVat: "20.00" })],
  ...{ productCount: 2, quantity: 7, priceExVat: "70.00" },
  countries: [{ countryCode: "FR", quantity: 5, priceExVat: "50.00" }],
  statistics: [{ weekStartAt: "2026-11-06", quantity: 7 }],
  inventory: INVENTORY,
  countedAt: null,
};

test("a report tells its days beside the days before, and leads to the orders behind a status", async () => {
  signIn(person({ permissions: ["READ_AUDIT", "READ_ORDER"] }));
  const asked: string[] = [];
  server.use(
    http.get(api("/analytic/sales"), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: SALES });
    }),
    answers("/analytic", REPORT),
    answers("/analytic/product", []),
  );
  render(<Portal at="/admin/analytic/report?from=2026-11-02&to=2026-11-02" />);
  expect(await screen.findByText(/^\+\s?100/)).toBeVisible();
  expect(asked).toEqual(["?startAt=2026-11-02&endAt=2026-11-02"]);
  // What is due in these days of the month's goal, not all of it.
  expect(screen.getByText(/^1\s?000,00\s€ vendus sur 2\s?000,00\s€/)).toBeVisible();
  expect(await screen.findByText("26 h ouvrées")).toBeVisible();
  expect(screen.getByRole("link", { name: "9" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/admin\/order\?cursor=/),
  );
  const unusual = within(screen.getByRole("region", { name: "Jours inhabituels" }));
  expect(unusual.getByRole("row", { name: /^02\/11\/2026.*4\s?321$/ })).toBeVisible();
  expect(unusual.getByRole("link", { name: "02/11/2026" })).toBeVisible();
  const over = within(screen.getByRole("region", { name: "Dans le temps" }));
  await userEvent.click(over.getByRole("button", { name: /^Voir.*Ventes HT.*en tableau$/ }));
  expect(within(over.getByRole("table")).getByText(/^500,00/)).toBeVisible();
});

test("an audit sums a record over its countries, and is exported as it is asked for", async () => {
  signIn(person({ permissions: ["READ_AUDIT"] }));
  const sent: unknown[] = [];
  server.use(
    answers("/analytic/audit", AUDIT),
    http.post(api("/analytic/audit/export"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { code: 403, message: "Non", name: "Forbidden" } }, { status: 403 });
    }),
  );
  render(<Portal at="/admin/analytic/audit?from=2026-11-01&to=2026-11-30&basis=SOLD" />);
  const records = within(await screen.findByRole("region", { name: "Références par code-barres" }));
  expect(records.getByRole("row", { name: /3760000001014.*Aube.*A-1.*2.*7.*70,00/ })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Exporter l’audit" }));
  expect(await screen.findByText("L’audit n’a pas été exporté")).toBeVisible();
  expect(sent).toEqual([
    { startAt: "2026-11-01", endAt: "2026-11-30", basis: "SOLD", organizationId: null, storeId: null },
  ]);
});

test("points stand beside those at the same place, records of one name are one", () => {
  const [first] = SALES.points;
  if (!first) throw new Error("no point");
  expect(compared([first, first], [first], "2026-11-02").map(({ before }) => before)).toEqual([first, null]);
  const sums = summed([row({}), row({ barcode: "3760000001021", quantity: 3 })], "product");
  expect(sums).toEqual([
    {
      ...{ barcode: "3760000001014, 3760000001021", sku: "A-1", product: "Aube" },
      ...{ quantity: 8, priceExVat: "100.00", countries: 1 },
    },
  ]);
});
