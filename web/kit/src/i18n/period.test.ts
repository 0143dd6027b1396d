import { expect, test } from "vitest";
import { presetRange, withEnd } from "./period";

test.each([
  ["today", "2026-03-31", "2026-03-31"],
  ["yesterday", "2026-03-30", "2026-03-30"],
  ["week", "2026-03-25", "2026-03-31"],
  ["month", "2026-03-02", "2026-03-31"],
  ["quarter", "2026-01-01", "2026-03-31"],
  ["lastMonth", "2026-02-01", "2026-02-28"],
  ["last3Months", "2025-12-01", "2026-02-28"],
  ["last6Months", "2025-09-01", "2026-02-28"],
  ["yearToDate", "2026-01-01", "2026-03-31"],
  ["lastYear", "2025-01-01", "2025-12-31"],
  ["nextWeek", "2026-03-31", "2026-04-06"],
  ["nextMonth", "2026-03-31", "2026-04-29"],
] as const)("%s on the last of March is %s to %s", (preset, from, to) => {
  expect(presetRange(preset, "2026-03-31")).toEqual({ from, to });
});

test("a start after the end moves the end, an end before the start moves the start", () => {
  const range = { from: "2026-03-01", to: "2026-03-10" };
  expect(withEnd(range, "from", "2026-03-20")).toEqual({
    from: "2026-03-20",
    to: "2026-03-20",
  });
  expect(withEnd(range, "to", "2026-02-20")).toEqual({ from: "2026-02-20", to: "2026-02-20" });
  expect(withEnd(range, "from", "2026-03-05")).toEqual({
    from: "2026-03-05",
    to: "2026-03-10",
  });
  expect(withEnd({}, "from", "2026-03-05")).toEqual({ from: "2026-03-05", to: "2026-03-05" });
});
