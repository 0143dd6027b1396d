import { expect, test } from "vitest";
import { shortened } from "../decimals";
import type { InvoiceLine } from "./api";
import { newInvoiceOf } from "./paths";
import {
  atFormLine,
  daysOf,
  goesBack,
  monthBefore,
  newCredit,
  openLines,
  rangeOf,
  toCredit,
  toneOfDifference,
  toStatusInput,
} from "./values";

const line = (id: string, total: string, credited = "0.00"): InvoiceLine => ({
  id,
  label: id,
  description: "",
  category: null,
  quantity: "1",
  amount: total,
  total,
  explanation: null,
  feeCount: 0,
  linkId: null,
  credited,
});

const groups = (...lines: InvoiceLine[]) => [{ title: "", lines }];

test("what is left to an organization is good news to it, and not to who invoices", () => {
  const tones = ["12.00", "-0.01", "0.00"].map((amount) => [
    toneOfDifference(amount, true),
    toneOfDifference(amount, false),
  ]);
  expect(tones).toEqual([
    ["critical", "success"],
    ["success", "critical"],
    ["new", "new"],
  ]);
});

test("a status goes back with a reason, and forward without", () => {
  const before = { companyStatus: 1, customerStatus: 1, bankStatus: 0 };
  const forward = { companyStatus: "2", customerStatus: "1", bankStatus: "1" };
  expect(goesBack(before, forward)).toBe(false);
  expect(toStatusInput(before, { ...forward, reason: "typed before" })).toEqual({
    companyStatus: 2,
    customerStatus: 1,
    bankStatus: 1,
  });
  const back = { ...forward, customerStatus: "0" };
  expect(goesBack(before, back)).toBe(true);
  expect(toStatusInput(before, { ...back, reason: "Lost" })).toMatchObject({
    customerStatus: 0,
    reason: "Lost",
  });
});

test("a credit note takes back what is left, to the cent", () => {
  const open = openLines({
    commissions: groups(line("a", "0.30", "0.10"), line("b", "5.00", "5.00")),
    fees: groups(line("c", "-12.50", "-2.50")),
  });
  expect(open.map(({ id, left }) => [id, left])).toEqual([
    ["a", "0.20"],
    ["c", "-10.00"],
  ]);
  expect(rangeOf("0.20")).toEqual({ min: 0.01, max: 0.2 });
  expect(rangeOf("-10.00")).toEqual({ min: -10, max: -0.01 });
  const values = { ...newCredit(open), reason: "Broken" };
  expect(toCredit(open, values)).toEqual({ lines: null, freeFees: false, reason: "Broken" });
  const lines = [
    { isChosen: false, amount: "0.20" },
    { isChosen: true, amount: "-4.00" },
  ];
  expect(toCredit(open, { ...values, what: "lines", lines }).lines).toEqual([
    { lineId: "c", amount: "-4.00" },
  ]);
});

test("what is said of a line that was sent is told at its place in the form", () => {
  expect(atFormLine("lines[0].amount", [3, 5])).toBe("lines[3].amount");
  expect(atFormLine("lines[1].lineId", [3, 5])).toBe("lines[5].lineId");
  expect(atFormLine("reason", [3])).toBe("reason");
});

test("a month begins and ends, in any year", () => {
  expect(daysOf("2026-02")).toEqual({ start: "2026-02-01", end: "2026-02-28" });
  expect(daysOf("2028-02").end).toBe("2028-02-29");
  expect(daysOf("2026-12").end).toBe("2026-12-31");
  expect([monthBefore("2026-01-31"), monthBefore("2026-11-01")]).toEqual(["2025-12", "2026-10"]);
});

test("the wizard is asked for a store’s owner and month", () => {
  const of = { store: "s", organization: "o", ...daysOf("2026-10") };
  expect(newInvoiceOf({ base: "/admin" }, of)).toBe(
    "/admin/invoice/create?store=s&organization=o&start=2026-10-01&end=2026-10-31",
  );
});

test("a quantity has no digits that say nothing", () => {
  expect(["1.0000", "1.5000", "10", "0.0000"].map(shortened)).toEqual(["1", "1.5", "10", "0"]);
});
