import { expect, test } from "vitest";
import { daysWithin, invoicesOf, REST, shownOf, sumOf, toAsked, toQuery, toValues } from "./values";

const TODAY = "2026-11-24";
const asked = (address: string) => toValues(new URLSearchParams(address), TODAY);

test("an address asks for a span, six months without one, and is made of what it asks for", () => {
  expect(toAsked(asked(""), TODAY)).toMatchObject({ from: "2026-05-01", to: "2026-10-31", storeId: null });
  expect(toAsked(asked("range=lastYear&store=s"), TODAY)).toMatchObject({
    ...{ from: "2025-01-01", to: "2025-12-31", storeId: "s" },
  });
  for (const address of [
    "",
    "range=lastMonth&organization=o",
    "from=2026-02-03&to=2026-03-04&organization=o&store=s",
  ])
    expect(String(toQuery(asked(address)))).toBe(address);
  expect(asked("from=2026-02-30&to=2026-03-04").range).toBe("last6Months");
});

test("days that are half typed, or end before they begin, ask for nothing", () => {
  const values = { ...asked(""), range: "custom" as const };
  for (const period of [
    { from: "", to: "2026-03-04" },
    { from: "2026-03-05", to: "2026-03-04" },
  ])
    expect(toAsked({ ...values, period }, TODAY)).toBeNull();
});

test("a month's days are those of it that are asked for, its invoices those that are issued", () => {
  expect(daysWithin("2026-02-01", { from: "2026-02-10", to: "2026-03-04" })).toEqual({
    from: "2026-02-10",
    to: "2026-02-28",
  });
  const span = { from: "2026-02-01", to: "2026-02-28", organizationId: "o", storeId: null };
  expect(invoicesOf(span)).toEqual([
    { field: "startAt", from: "2026-02-01", to: "2026-02-28" },
    { field: "companyStatus", values: ["1", "2"] },
    { field: "organizationId", values: ["o"] },
  ]);
});

test("six colours are enough for whatever is charged", () => {
  const six = ["STORAGE", "OTHER", "RETURN", "TICKET", "SEEDING", "SHIPPING"];
  expect(shownOf(six).map(({ id }) => id)).toEqual(six);
  expect(shownOf([...six, "SOFTWARE", "LOGISTICS"])).toEqual([
    ...["STORAGE", "RETURN", "TICKET", "SEEDING", "SHIPPING"].map((id) => ({ id, categories: [id] })),
    { id: REST, categories: ["OTHER", "SOFTWARE", "LOGISTICS"] },
  ]);
  const fees = [
    { category: "STORAGE" as const, amount: "0.10" },
    { category: "OTHER" as const, amount: "-2.00" },
    { category: "RETURN" as const, amount: "5.00" },
  ];
  expect(sumOf(fees, ["STORAGE", "OTHER"])).toBe("-1.90");
  expect(sumOf(fees, ["TICKET"])).toBe("0");
});
