import { expect, test } from "vitest";
import type { Invoice, InvoiceRow } from "./api";
import { changeOf, compare, unusual, warningsOf } from "./review";
import { type GroupValues, newLine } from "./values";

const line = (label: string) => ({ ...newLine("fees"), label, amount: "1.00" });
const groups: GroupValues[] = [{ title: "Envois", lines: [line("Seeding"), line("Photos"), line("Photos")] }];
const before = (title: string, label: string, total: string) => ({ title, label, total });

/** An invoice of these fees. */
function previous(...lines: ReturnType<typeof before>[]): Invoice {
  const fees = lines.map(({ title, label, total }) => ({
    title,
    lines: [{ label, total, description: "" }],
  }));
  return { commissions: [], fees } as unknown as Invoice;
}

const row = (startAt: string, totalAmount: string) => ({ startAt, totalAmount }) as InvoiceRow;

test("each line stands beside its own of the invoice before", () => {
  const of = previous(
    before("Envois", "Seeding", "10.00"),
    before("Envois", "Photos", "3.00"),
    before("Autre", "Palettes", "5.00"),
  );
  const [same, other] = compare(groups, [["10.0", "2.00", "4.00"]], "fees", of);
  expect(same?.lines.map(({ label, total, before, change }) => [label, total, before, change])).toEqual([
    ["Seeding", "10.0", "10.00", "same"],
    ["Photos", "2.00", "3.00", "less"],
    ["Photos", "4.00", null, "new"],
  ]);
  expect(other?.lines).toEqual([expect.objectContaining({ label: "Palettes", total: null, change: "gone" })]);
});

test("the first invoice has nothing beside it", () => {
  const [group] = compare(groups, [["1", "2", "3"]], "fees", null);
  expect(group?.lines.map(({ change }) => change)).toEqual([null, null, null]);
  expect(changeOf("-1.00", "-2.00")).toBe("more");
});

test("an amount is unusual beyond twice, or below half, the mean of six months", () => {
  const earlier = [row("2026-09-01", "100.00"), row("2026-04-01", "200.00"), row("2026-03-31", "9000.00")];
  const unusualOf = (total: string) => unusual(total, "2026-10-05", earlier);
  expect([unusualOf("300.00"), unusualOf("300.01"), unusualOf("75.00"), unusualOf("74.99")]).toEqual([
    null,
    "high",
    null,
    "low",
  ]);
  expect(unusual("300.00", "2026-10-05", [])).toBeNull();
  expect(unusual("300.00", "2026-10-05", [row("2026-09-01", "0.00")])).toBeNull();
});

test("what should be looked at first is told", () => {
  const facts = {
    total: "100.00",
    startAt: "2026-10-01",
    months: [],
    overlapping: [],
    earlier: [],
    leftOut: [],
  };
  expect(warningsOf(facts)).toEqual([]);
  const month = { month: "2026-10-01", warning: "MISSING" } as const;
  const leftOut = [{ title: "Envois", line: { ...line("Seeding"), feeIds: ["fee-1", "fee-2"] } }];
  const odd = { ...facts, total: "-0.01", months: [month], overlapping: [{}], leftOut };
  expect(warningsOf({ ...odd, earlier: [row("2026-09-01", "100.00")] })).toEqual([
    { kind: "month", of: month },
    { kind: "overlapping" },
    { kind: "low" },
    { kind: "negative" },
    { kind: "leftOut", fees: 2 },
  ]);
});
