import { expect, test } from "vitest";
import { usualYear, yearsAt } from "./values";

test("until March is over the last year's journal is wanted", () => {
  expect(usualYear("2026-03-31")).toBe("2025");
  expect(usualYear("2026-04-01")).toBe("2026");
});

test("the years of the books are offered, the present one first", () => {
  expect(yearsAt("2026-03-31")).toHaveLength(11);
  expect(yearsAt("2026-03-31").at(0)).toBe("2026");
  expect(yearsAt("2026-03-31").at(-1)).toBe("2016");
});
