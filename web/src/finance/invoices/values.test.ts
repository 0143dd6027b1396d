import { expect, test } from "vitest";
import { invoiceRow } from "../../testing/invoices";
import type { InvoiceLine } from "./api";
import { newInvoiceOf } from "./paths";
import {
  atFormLine,
  daysOf,
  goesBack,
  isOverdue,
  mayRemind,
  monthBefore,
  newCredit,
  offeredWork,
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

const issued = { number: "F-2026-0001", companyStatus: 1, deadlineAt: "2026-11-30" };

test("an issued invoice is late from the day after its deadline, until it is paid or taken back", () => {
  expect(isOverdue(invoiceRow(issued), "2026-11-30")).toBe(false);
  expect(isOverdue(invoiceRow(issued), "2026-12-01")).toBe(true);
  expect(isOverdue(invoiceRow(), "2026-12-01")).toBe(false);
  expect(isOverdue(invoiceRow({ ...issued, kind: "CREDIT_NOTE" }), "2026-12-01")).toBe(false);
  expect(isOverdue(invoiceRow({ ...issued, bankStatus: 1 }), "2026-12-01")).toBe(false);
  expect(isOverdue(invoiceRow({ ...issued, isCredited: true }), "2026-12-01")).toBe(false);
  expect(isOverdue(invoiceRow({ ...issued, totalAmount: "-1.00" }), "2026-12-01")).toBe(false);
});

test("people are reminded once a day, of Paris", () => {
  const reminded = invoiceRow({ ...issued, remindedAt: "2026-12-01T23:30:00Z" });
  expect(mayRemind(reminded, "2026-12-02")).toBe(false);
  expect(mayRemind(reminded, "2026-12-03")).toBe(true);
});

test("what can be done with a selection is offered where it can succeed, for those alone", () => {
  const rows = [invoiceRow({ id: "draft" }), invoiceRow({ ...issued, id: "issued", bankStatus: 1 })];
  const selection = { rows, ids: ["draft", "issued"], all: false, count: 2, clear: () => {} };
  const body = { ids: selection.ids };
  const actions = ["ISSUE", "SEND", "MARK_PAID", "DOWNLOAD"] as const;
  expect(offeredWork({ ...selection, body }, [...actions])).toEqual([
    { action: "ISSUE", body: { ids: ["draft"] }, count: 1, left: 1 },
    { action: "SEND", body: { ids: ["issued"] }, count: 1, left: 1 },
    { action: "DOWNLOAD", body: { ids: ["issued"] }, count: 1, left: 1 },
  ]);
  // Of those that nobody sees nobody knows.
  const whole = { ...selection, all: true, count: null, body: { cursor: "all" } };
  expect(offeredWork(whole, ["MARK_PAID"])).toEqual([
    { action: "MARK_PAID", body: { cursor: "all" }, count: null, left: null },
  ]);
});
