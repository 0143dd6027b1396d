import { expect, test } from "vitest";
import { meaningOf, periodOf, sizeOf, yearOf } from "./values";

test("a statement is of days that are days, in their order", () => {
  expect(periodOf("2026-01-01", "2026-12-31")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
  expect(periodOf("2026-02-30", "2026-12-31")).toBeNull();
  expect(periodOf("2026-12-31", "2026-01-01")).toBeNull();
  expect(periodOf(null, "2026-01-01")).toBeNull();
  expect(yearOf("2026-11-24")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});

test("a balance says who owes, and its sign is gone then", () => {
  expect(["12.00", "0.00", "-0.01"].map(meaningOf)).toEqual(["due", "settled", "credit"]);
  expect(["12.00", "-0.01"].map(sizeOf)).toEqual(["12.00", "0.01"]);
});
