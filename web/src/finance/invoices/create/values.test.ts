import { expect, test } from "vitest";
import type { Prepared } from "./api";
import {
  asksForOther,
  byPlace,
  type GroupValues,
  isCountable,
  isEdited,
  isFor,
  linked,
  newLine,
  putBack,
  type ReadReport,
  reportFor,
  toFigures,
  toFill,
  toFollow,
  toInput,
  toPrepareInput,
  toProposal,
  toWork,
  withAdded,
} from "./values";

const SALES = {
  ...{ orders: 3, grossSales: "30.00", discounts: "0.00", returns: "-5.50", netSales: "24.50" },
  ...{ shipping: "8.00", duties: "0.00", additionalFees: "0.00", taxes: "6.50", totalSales: "39.00" },
};
const PREPARED: Prepared = {
  title: "Facture Aurore",
  deadlineAt: "2026-11-30",
  // The code on the wire, which the API's description names otherwise.
  vat: "FR_200" as Prepared["vat"],
  organizationVat: "20",
  organizationOwnership: "60",
  internalShipping: { charged: "43.00", paid: "8.00", amount: "35.00" },
  specialMention: "",
  salesReport: SALES,
  warnings: [],
  commissions: [{ title: "Commissions", lines: [{ label: "20 %", amount: "12.00", quantity: "1" }] }],
  fees: [
    {
      title: "Envoi promotionnel",
      lines: [
        { label: "Seeding", amount: "3.00", quantity: "12", category: "SEEDING", feeIds: ["fee-1", "fee-2"] },
      ],
    },
  ],
  totals: {
    ...{ fees: "36.00", commissions: "12.00", taxes: "9.60", amount: "57.60" },
    ...{ differenceExVat: "1.00", differenceAmount: "2.00" },
  },
  overlapping: [],
  vatCodes: [],
};
const VALUES = {
  period: { from: "2026-10-01", to: "2026-10-31" },
  organizationId: "org-1",
  storeId: "store-1",
};
const REPORT: ReadReport = {
  months: [{ month: "2026-10-01", sales: SALES }],
  warnings: [],
  of: { storeId: "store-1", startAt: "2026-10-01", endAt: "2026-10-31" },
};

test("a link says what for; without one it is the month before", () => {
  const asked = new URLSearchParams({
    store: "s",
    organization: "o",
    start: "2026-01-01",
    end: "2026-02-28",
  });
  expect(linked(asked, "2026-11-24")).toEqual({
    period: { from: "2026-01-01", to: "2026-02-28" },
    organizationId: "o",
    storeId: "s",
  });
  expect(linked(new URLSearchParams("start=no"), "2026-01-31")).toEqual({
    period: { from: "2025-12-01", to: "2025-12-31" },
    organizationId: null,
    storeId: null,
  });
});

test("a report is of the store and the days that it was read for", () => {
  expect(reportFor(VALUES, REPORT)).toBe(REPORT);
  expect(reportFor({ ...VALUES, storeId: "store-2" }, REPORT)).toBeNull();
  expect(reportFor({ ...VALUES, period: { from: "2026-10-01", to: "" } }, REPORT)).toBeNull();
  // Who owns the store has no part in what it sold.
  expect(reportFor({ ...VALUES, organizationId: "org-2" }, REPORT)).toBe(REPORT);
});

test("what is proposed becomes what is filled in, and that becomes what the API takes", () => {
  const input = toPrepareInput(VALUES, REPORT);
  const proposal = toProposal(PREPARED, input);
  expect(isFor(input, proposal)).toBe(true);
  expect(isFor({ ...input, endAt: "2026-11-01" }, proposal)).toBe(false);
  const fill = toFill(PREPARED);
  expect(fill.internalShipping).toBe("35.00");
  expect(fill.commissions[0]?.lines[0]).toEqual({
    ...newLine("commissions"),
    label: "20 %",
    amount: "12.00",
  });
  expect(toFigures(fill, proposal)).toMatchObject({ organizationVat: "20", salesReport: SALES });
  const body = toInput(fill, proposal);
  expect(body).toMatchObject({ startAt: "2026-10-01", storeId: "store-1", vat: "FR_200" });
  expect(body).not.toHaveProperty("leftOut");
  expect(body.figures.fees[0]?.lines[0]?.feeIds).toEqual(["fee-1", "fee-2"]);
});

test("a line that was left out goes back below its title", () => {
  const line = { ...newLine("fees"), label: "Seeding" };
  const groups: GroupValues[] = [{ title: "Autre", lines: [] }];
  expect(putBack(groups, { title: "Autre", line })).toEqual([{ title: "Autre", lines: [line] }]);
  expect(putBack(groups, { title: "Envois", line })).toEqual([...groups, { title: "Envois", lines: [line] }]);
});

test("totals of lines find their places", () => {
  const group = (lines: number): GroupValues => ({
    title: "",
    lines: Array.from({ length: lines }, () => newLine("fees")),
  });
  const fill = { commissions: [group(1), group(0)], fees: [group(2)] };
  expect(byPlace(fill, ["1", "2", "3"])).toEqual({ commissions: [["1"], []], fees: [["2", "3"]] });
});

test("what is kept in another shape is none of ours", () => {
  expect(toWork({ any: "thing" })).toBeNull();
  expect(toWork(null)).toBeNull();
  const work = { prepare: VALUES, report: null, proposal: null, fill: null };
  expect(toWork(work)).toEqual(work);
  // What was kept before commissions followed the internal shipping.
  const { commissions: _, ...proposal } = toProposal(PREPARED, toPrepareInput(VALUES, REPORT));
  expect(toWork({ ...work, proposal })?.proposal).toEqual({ ...proposal, commissions: [] });
});

test("another internal shipping asks for other commissions, once it is an amount", () => {
  const proposal = toProposal(PREPARED, toPrepareInput(VALUES, REPORT));
  const of = (internalShipping: string) => toFollow({ internalShipping }, proposal);
  expect(["35", "35.0", "", "-1", "1.005", "10000000"].map(of)).toEqual(Array(6).fill(null));
  expect(of("36")).toEqual({ ...proposal.of, internalShipping: "36" });
});

test("commissions are edited where another figure or text stands, and what was added outlives them", () => {
  const proposal = toProposal(PREPARED, toPrepareInput(VALUES, REPORT));
  const [line] = toFill(PREPARED).commissions.flatMap(({ lines }) => lines);
  if (!line) throw new Error("no line");
  const explanation = { count: null, part: "60.00", rate: "20", whole: "12.00", share: "60" };
  const by = (change: Partial<typeof line>, ...added: (typeof line)[]) => ({
    commissions: [{ title: "Commissions", lines: [{ ...line, explanation, ...change }, ...added] }],
  });
  const gift = { ...newLine("commissions"), label: "Geste", amount: "-1.00" };
  expect(isEdited(by({ amount: "12.0", quantity: "1.0000" }), proposal)).toBe(false);
  expect(isEdited(by({ amount: "12.01" }), proposal)).toBe(true);
  expect(isEdited(by({}, gift), proposal)).toBe(true);
  const [group] = withAdded(PREPARED.commissions, by({ amount: "7.00" }, gift).commissions);
  expect(group?.lines.map(({ label, amount }) => [label, amount])).toEqual([
    ["20 %", "12.00"],
    ["Geste", "-1.00"],
  ]);
});

test("half an amount is not counted", () => {
  const fill = toFill(PREPARED);
  const withLine = (change: Partial<ReturnType<typeof newLine>>) => ({
    ...fill,
    fees: [{ title: "", lines: [{ ...newLine("fees"), amount: "1.00", ...change }] }],
  });
  expect(isCountable(fill)).toBe(true);
  expect(isCountable(withLine({ amount: "-99999", quantity: "0.0001" }))).toBe(true);
  for (const wrong of [
    { amount: "" },
    { amount: "1.001" },
    { amount: "100000" },
    { quantity: "-1" },
    { quantity: "x" },
  ])
    expect(isCountable(withLine(wrong))).toBe(false);
  expect(isCountable({ ...fill, organizationVat: "101" })).toBe(false);
});

test("a link asks for another invoice than what is kept, unless it was begun already", () => {
  const of = (link: string) => new URLSearchParams(link);
  const link = "store=store-1&organization=org-1&start=2026-10-01&end=2026-10-31";
  const kept = linked(of(link));
  expect(asksForOther(of(link), kept)).toBe(false);
  expect(asksForOther(of(link.replace("10-31", "11-30")), kept)).toBe(true);
  expect(asksForOther(of(link.replace("org-1", "org-2")), kept)).toBe(true);
  expect(asksForOther(of(`${link.replace("org-1", "org-2")}&step=fill`), kept)).toBe(false);
  expect(asksForOther(of(""), kept)).toBe(false);
});
