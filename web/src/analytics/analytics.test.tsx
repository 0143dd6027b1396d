import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, signIn, signOut } from "../testing/Portal";
import type { Audit, Report, Sales } from "./api";
import { compared } from "./values";

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
const AUDIT: Audit = {
  ...{ products: [], productCount: 2, quantity: 7, priceExVat: "70.00" },
  groups: [
    {
      ...{ barcodes: ["3760000001014"], skus: ["A-1", "A-2"], products: ["Aube"] },
      ...{ countries: 2, quantity: 7, priceExVat: "70.00" },
    },
  ],
  groupCount: 1_400,
  skus: ["A-1", "A-2"],
  countries: [{ countryCode: "FR", quantity: 5, priceExVat: "50.00" }],
  statistics: [{ weekStartAt: "2026-11-06", quantity: 7 }],
  inventory: INVENTORY,
  countedAt: null,
};

const PLACED = [
  { field: "source", values: ["normal"] },
  { field: "status", values: expect.not.arrayContaining(["CANCELLED"]) },
];
const days = (field: string, from: string, to = from) => ({ field, from, to });

/** What the list that a link leads to is asked for. */
function asks(link: HTMLElement): { list: string; search: string; filters: unknown[] } {
  const [list = "", cursor = ""] = link.getAttribute("href")?.split("?cursor=") ?? [];
  const { search, filters } = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  return { list, search, filters };
}

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
  const soldOn = (link: HTMLElement, day: string) =>
    expect(asks(link).filters).toEqual([...PLACED, days("submittedAt", day)]);
  soldOn(over.getByRole("link", { name: /^1\s?000,00/ }), "2026-11-02");
  soldOn(over.getByRole("link", { name: /^500,00/ }), "2026-11-01");
  // A day that is marked in the plot says why in its table.
  await userEvent.click(over.getByRole("button", { name: /^Voir.*Commandes passées.*en tableau$/ }));
  expect(over.getByRole("row", { name: /^2 nov\..*4\s?321 d’habitude$/ })).toBeVisible();
});

test("tickets, fees, countries and articles of a report lead to the lists behind them", async () => {
  signIn(person({ permissions: ["READ_AUDIT", "READ_ORDER", "READ_FEE"] }));
  server.use(
    answers("/analytic/sales", SALES),
    answers("/analytic", REPORT),
    answers("/analytic/product", [
      {
        ...{ storeId: "store-1", storeName: "Maison Aube", sku: "A-1", name: "Aube", image: "" },
        ...{ productId: null, orders: 5, quantity: 1_234, netSale: "90.00" },
      },
    ]),
  );
  render(<Portal at="/admin/analytic/report?from=2026-11-02&to=2026-11-03&store=store-2" />);
  const ofStore = { field: "storeId", values: ["store-2"] };
  const span = (field: string) => days(field, "2026-11-02", "2026-11-03");
  await screen.findByRole("link", { name: "Belgique" });
  const page = within(screen.getByRole("main"));
  expect(asks(page.getByRole("link", { name: "Tickets" }))).toEqual({
    ...{ list: "/admin/ticket", search: "", filters: [span("openedAt"), ofStore] },
  });
  expect(asks(page.getByRole("link", { name: "Frais HT" }))).toEqual({
    ...{ list: "/admin/fee", search: "", filters: [span("initiatedAt"), ofStore] },
  });
  expect(asks(page.getByRole("link", { name: "Belgique" })).filters).toEqual([
    ...[...PLACED, span("submittedAt"), { field: "country", values: ["BE"] }, ofStore],
  ]);
  expect(asks(await screen.findByRole("link", { name: /^1\s?234$/ }))).toEqual({
    ...{ list: "/admin/order", search: "" },
    filters: [
      ...[...PLACED, span("submittedAt"), { field: "storeId", values: ["store-1"] }],
      { field: "sku", values: ["A-1"] },
    ],
  });
  await userEvent.click(screen.getByRole("button", { name: /^Voir.*Commandes par pays.*en tableau$/ }));
  expect(screen.getByRole("row", { name: /^Belgique\s*4\s*100,0\s*9\s*300,00\s€$/ })).toBeVisible();
});

test("who may read no orders is led to none", async () => {
  signIn(person({ permissions: ["READ_AUDIT"] }));
  server.use(answers("/analytic/sales", SALES), answers("/analytic", REPORT));
  render(<Portal at="/admin/analytic/report?from=2026-11-02&to=2026-11-02" />);
  expect(await screen.findByText("Belgique")).toBeVisible();
  // Tickets are for all who read reports.
  const lists = within(screen.getByRole("main"))
    .getAllByRole("link")
    .map((link) => asks(link).list);
  expect(new Set(lists)).toEqual(new Set(["/admin/ticket"]));
});

test("weeks, countries and records of an audit lead to their orders, by the day that counts", async () => {
  signIn(person({ permissions: ["READ_AUDIT", "READ_ORDER"] }));
  server.use(answers("/analytic/audit", AUDIT));
  render(<Portal at="/admin/analytic/audit?from=2026-11-08&to=2026-11-30" />);
  const records = { field: "sku", values: ["A-1", "A-2"] };
  const all = days("shippedAt", "2026-11-08", "2026-11-30");
  expect(asks(await screen.findByRole("link", { name: "France" })).filters).toEqual([
    ...[...PLACED, all, { field: "country", values: ["FR"] }, records],
  ]);
  const table = within(screen.getByRole("group", { name: "Références par code-barres" }));
  expect(asks(table.getByRole("link", { name: "7" })).filters).toEqual([...PLACED, all, records]);
  await userEvent.click(screen.getByRole("button", { name: /^Voir.*Unités par semaine.*en tableau$/ }));
  // Its week began before the days that are asked for.
  const weeks = within(screen.getByRole("region", { name: "Semaine par semaine" }));
  expect(asks(weeks.getByRole("link", { name: "7" })).filters).toEqual([
    ...[...PLACED, days("shippedAt", "2026-11-08", "2026-11-12"), records],
  ]);
});

test("the orders of more records than an address holds are no link", async () => {
  signIn(person({ permissions: ["READ_AUDIT", "READ_ORDER"] }));
  server.use(answers("/analytic/audit", { ...AUDIT, skus: null }));
  render(<Portal at="/admin/analytic/audit?from=2026-11-08&to=2026-11-30" />);
  expect(await screen.findByText("France")).toBeVisible();
  expect(screen.queryByRole("link", { name: "France" })).toBeNull();
});

test("the link of a weekly mail asks before it ends the mails, and says so", async () => {
  signOut();
  const stopped: (string | null)[] = [];
  server.use(
    http.post(api("/analytic/mail/stop"), ({ request }) => {
      stopped.push(new URL(request.url).searchParams.get("token"));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/mail/stop?token=token-1" />);
  const stop = await screen.findByRole("button", { name: "Ne plus recevoir cet e-mail" });
  expect(stopped).toEqual([]);
  await userEvent.click(stop);
  expect(await screen.findByRole("status")).toHaveTextContent("Vous ne recevrez plus cet e-mail");
  expect(stopped).toEqual(["token-1"]);
});

test("the link of a weekly mail whose token is none says so, and leads to where the mails are ended", async () => {
  signOut();
  server.use(
    http.post(api("/analytic/mail/stop"), () =>
      HttpResponse.json(
        { error: { code: 400, message: "token", name: "BadRequestException" } },
        { status: 400 },
      ),
    ),
  );
  render(<Portal at="/mail/stop?token=nothing" />);
  await userEvent.click(await screen.findByRole("button", { name: "Ne plus recevoir cet e-mail" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Ce lien ne fonctionne plus");
  expect(alert).toHaveTextContent(
    /rien n’a changé.*choisissez « Ne plus recevoir cet e-mail » dans votre profil/,
  );
  expect(screen.queryByRole("status")).toBeNull();
  signIn(person({ permissions: ["READ_AUDIT"] }));
  server.use(
    answers("/analytic/mail", { isWanted: true }),
    answers("/user/current/passkey", []),
    answers("/user/current/session", []),
    answers("/user/current/link", []),
  );
  await userEvent.click(screen.getByRole("link", { name: "Voir votre profil" }));
  const mails = within(await screen.findByRole("region", { name: "E-mail du lundi" }));
  expect(await mails.findByRole("button", { name: "Ne plus recevoir cet e-mail" })).toBeVisible();
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
  expect(records.getByRole("row", { name: /3760000001014.*Aube.*A-1, A-2.*2.*7.*70,00/ })).toBeVisible();
  expect(records.getByText(/^Les 1 premières références sur 1\s400/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Exporter l’audit" }));
  expect(await screen.findByText("L’audit n’a pas été exporté")).toBeVisible();
  expect(sent).toEqual([
    { startAt: "2026-11-01", endAt: "2026-11-30", basis: "SOLD", organizationId: null, storeId: null },
  ]);
});

test("points stand beside those at the same place", () => {
  const [first] = SALES.points;
  if (!first) throw new Error("no point");
  expect(
    compared([first, first], [first], { from: "2026-11-02", to: "2026-11-02" }).map(({ before }) => before),
  ).toEqual([first, null]);
});
