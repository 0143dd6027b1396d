import { expect, test } from "vitest";
import { periodsFrom, type Rhythm, startOf } from "./periods";

const monthly: Rhythm = { start: "2026-01-31", length: 1, unit: "MONTH" };

test("a month that lacks the day has its last one, and the day comes back", () => {
  expect(periodsFrom(monthly, "2026-01-31", "2026-04-15", 9)).toEqual([
    { start: "2026-01-31", end: "2026-02-27" },
    { start: "2026-02-28", end: "2026-03-30" },
    { start: "2026-03-31", end: "2026-04-29" },
  ]);
  expect(startOf(monthly, 13)).toBe("2027-02-28");
  expect(startOf({ ...monthly, start: "2024-02-29", length: 12 }, 4)).toBe("2028-02-29");
});

test("periods of days and of several months begin where the ones before end", () => {
  const fortnight: Rhythm = { start: "2026-03-20", length: 14, unit: "DAY" };
  expect(periodsFrom(fortnight, "2026-03-21", null, 2)).toEqual([
    { start: "2026-04-03", end: "2026-04-16" },
    { start: "2026-04-17", end: "2026-04-30" },
  ]);
  const quarter: Rhythm = { start: "2026-11-30", length: 3, unit: "MONTH" };
  expect(periodsFrom(quarter, "2026-11-24", null, 2)).toEqual([
    { start: "2026-11-30", end: "2027-02-27" },
    { start: "2027-02-28", end: "2027-05-29" },
  ]);
});

test("from whatever day on: each period once, none skipped, none that began before", () => {
  for (const unit of ["DAY", "MONTH"] as const) {
    for (const length of [1, 2, 7, 12]) {
      const rhythm: Rhythm = { start: "2024-01-31", length, unit };
      const all = Array.from({ length: 60 }, (_, number) => startOf(rhythm, number));
      for (const from of ["2023-06-01", "2024-01-31", "2024-02-01", "2024-02-29", "2025-01-30"]) {
        const starts = periodsFrom(rhythm, from, all[59] ?? null, 100).map(({ start }) => start);
        expect(starts).toEqual(all.filter((start) => start >= from));
      }
    }
  }
});

test("there is nothing after the last day, and nothing before the first", () => {
  expect(periodsFrom(monthly, "2026-05-01", "2026-04-30", 3)).toEqual([]);
  expect(periodsFrom(monthly, "2020-01-01", null, 1)).toEqual([{ start: "2026-01-31", end: "2026-02-27" }]);
});
