import { expect, test } from "vitest";
import { toAsked, toQuery, toValues } from "../../spans/values";
import type { Analysis, Category } from "./api";
import {
  daysWithin,
  invoicesOf,
  linesAsked,
  lookInto,
  REST,
  SPANS,
  shownOf,
  sumOf,
  toBehind,
} from "./values";

const TODAY = "2026-11-24";
const asked = (address: string) => toValues(SPANS, new URLSearchParams(address), TODAY);

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
    expect(String(toQuery(SPANS, asked(address)))).toBe(address);
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
  const six: Category[] = ["STORAGE", "OTHER", "RETURN", "TICKET", "SEEDING", "SHIPPING"];
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

test("an address looks into a figure of a month that is shown, and leaves the question as it is", () => {
  const month = {
    ...{ month: "2026-10-01", fees: "12.00", commissions: "7.00" },
    feesByCategory: [
      { category: "STORAGE", amount: "10.00" },
      { category: "OTHER", amount: "2.00" },
    ],
  };
  const analysis = { chart: [month] } as unknown as Analysis;
  const query = new URLSearchParams("store=s&cursor=c");
  const of = (section: "FEES" | "COMMISSIONS", ...categories: Category[]) => {
    const address = lookInto(query, { month: "2026-10-01", section, categories });
    expect(String(lookInto(address, null))).toBe(String(query));
    return toBehind(address, analysis);
  };
  expect([of("FEES")?.total, of("COMMISSIONS")?.total]).toEqual(["12.00", "7.00"]);
  expect(of("FEES", "OTHER", "STORAGE")?.total).toBe("12.00");
  // Of a category that nothing was charged of there is nothing to look into.
  expect(of("FEES", "TICKET")).toBeNull();
  expect(toBehind(new URLSearchParams("month=2026-09-01&section=FEES"), analysis)).toBeNull();
  expect(toBehind(query, analysis)).toBeNull();

  const asked = { from: "2026-10-15", to: "2026-12-31", organizationId: null, storeId: "s" };
  const behind = of("FEES", "STORAGE", "OTHER");
  expect(behind && linesAsked(asked, behind)).toEqual([
    { ...asked, to: "2026-10-31", section: "FEES", category: "STORAGE" },
    { ...asked, to: "2026-10-31", section: "FEES", category: "OTHER" },
  ]);
});
