import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { customer, Portal, pageOf, signIn, storeOf, storeRow } from "../../../testing/Portal";
import type { Margins } from "./api";
import { totalOf, toValues, usualPeriod, withoutGaps, withValues } from "./values";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../../../kit/src/chart/Plot", () => ({ default: () => null }));

const OCTOBER = {
  ...{ month: "2026-10-01", amount: "4000.00", amountCharged: "700.00", amountPaidByCustomer: "3500.00" },
  margin: "200.00",
};
const AUGUST = { ...OCTOBER, month: "2026-08-01", amountCharged: "450.50", margin: "-49.50" };
const MARGINS: Margins = {
  months: [AUGUST, OCTOBER],
  services: [
    { ...OCTOBER, service: "Shipping" },
    { ...OCTOBER, service: "Storage", amount: "310.00", margin: "31.00" },
  ],
  forecast: {
    ...{ ...OCTOBER, month: "2026-11-01", amount: "4400.00", margin: "222.00" },
    ...{ shippedOrders: 610, openOrders: 1, billedOrders: 800 },
  },
};

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";

/** What the host is asked. */
function answerWith(margins: Margins): Record<string, string>[] {
  signIn(person({ permissions: ["READ_STORE", "READ_ORGANIZATION"] }));
  const asked: Record<string, string>[] = [];
  server.use(
    pageOf("/store", [storeRow()]),
    answers("/store/store-1", storeOf()),
    http.get(api("/fulfillment-invoice/margin"), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ data: margins });
    }),
  );
  return asked;
}

const open = (query = "") => render(<Portal at={`/admin/fulfillment-invoice/margin${query}`} />);

test("a year is looked at, the present month included, before somebody asks for other days", () => {
  expect(usualPeriod("2026-11-12")).toEqual({ from: "2025-12-01", to: "2026-11-30" });
  expect(usualPeriod("2027-01-31")).toEqual({ from: "2026-02-01", to: "2027-01-31" });
});

test("the address says what is asked for, and nothing of what everybody sees first", () => {
  const today = "2026-11-12";
  const usual = toValues(new URLSearchParams("store=store-1&tab=margins"), today);
  expect(usual).toEqual({ period: usualPeriod(today), storeId: "store-1" });
  const query = new URLSearchParams("tab=margins&from=2026-01-01&to=2026-01-31");
  expect(String(withValues(query, usual, today))).toBe("tab=margins&store=store-1");
  const period = { from: "2026-01-01", to: "2026-03-31" };
  expect(String(withValues(query, { period, storeId: null }, today))).toBe(
    "tab=margins&from=2026-01-01&to=2026-03-31",
  );
});

test("a month between two that have invoices came to nothing", () => {
  const months = withoutGaps(MARGINS.months);
  expect(months.map(({ month }) => month)).toEqual(["2026-08-01", "2026-09-01", "2026-10-01"]);
  expect(months[1]).toMatchObject({ amount: "0", margin: "0" });
  expect(totalOf(months)).toMatchObject({ amountCharged: "1150.50", margin: "150.50" });
  expect(withoutGaps([])).toEqual([]);
});

test("margins are told by month and by service, and the running month as an estimate with its grounds", async () => {
  const asked = answerWith(MARGINS);
  open("?from=2026-08-01&to=2026-10-31&store=store-1");
  const months = within(await screen.findByRole("region", { name: "Par mois" }));
  const table = within(months.getByRole("group", { name: "Par mois" }));
  expect(table.getAllByRole("row").map(words)).toEqual([
    expect.stringMatching(/^Mois/),
    expect.stringMatching(/^août 2026.*450,50 €.*-49,50 €$/),
    expect.stringMatching(/^septembre 2026/),
    expect.stringMatching(/^octobre 2026.*\+200,00 €$/),
    expect.stringMatching(/^Total8 000,00 €1 150,50 €7 000,00 €\+150,50 €$/),
  ]);
  const services = within(screen.getByRole("region", { name: "Par prestation" }));
  expect(services.getByText("Storage")).toBeVisible();
  const forecast = screen.getByRole("region", { name: /^Prévision.*novembre 2026/ });
  expect(words(forecast)).toMatch(/Estimation.*dernière facture800.*Parties ce mois-ci610En attente1/);
  expect(words(forecast)).toMatch(/4 400,00 €.*\+222,00 €/);
  expect(asked).toEqual([{ startAt: "2026-08-01", endAt: "2026-10-31", storeId: "store-1" }]);
});

test("a store is chosen, and is in the address then", async () => {
  const asked = answerWith({ months: [], services: [], forecast: null });
  open();
  expect(await screen.findByText("Aucune facture validée sur cette période")).toBeVisible();
  expect(asked[0]).not.toHaveProperty("storeId");
  await userEvent.click(screen.getByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Maison Aube" }));
  await waitFor(() => expect(asked.at(-1)).toHaveProperty("storeId", "store-1"));
});

test("a store’s page has its own, for staff alone", async () => {
  const asked = answerWith(MARGINS);
  server.use(pageOf("/history", []), answers("/note", []));
  render(<Portal at="/admin/store/store-1?tab=margins" />);
  expect(await screen.findByRole("region", { name: "Par mois" })).toBeVisible();
  expect(asked[0]).toMatchObject({ storeId: "store-1" });
  expect(screen.queryByRole("combobox", { name: /^Boutique/ })).toBeNull();
});

test("customers see none of a store’s", async () => {
  signIn(customer({ permissions: ["READ_STORE", "READ_INVOICE"] }));
  server.use(answers("/store/store-1", storeOf()), answers("/note", []));
  render(<Portal at="/customer/org-1/store/store-1" />);
  expect(await screen.findByRole("tab", { name: "Compte" })).toBeVisible();
  expect(screen.queryByRole("tab", { name: "Marges" })).toBeNull();
});

test("more than five years are refused with a word on what can be asked", async () => {
  answerWith(MARGINS);
  server.use(
    http.get(api("/fulfillment-invoice/margin"), () => {
      const payload = [{ field: "endAt", code: "max", message: "Trop grand" }];
      return HttpResponse.json({ error: { name: "BadRequestException", payload } }, { status: 400 });
    }),
  );
  open("?from=2010-01-01&to=2026-10-31");
  expect(await screen.findByText("Cette période est trop longue")).toBeVisible();
});
