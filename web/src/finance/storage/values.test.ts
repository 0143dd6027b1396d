import { expect, test } from "vitest";
import { lastHalfMonth } from "./values";

test("half-months begin on the 1st and the 16th", () => {
  expect(["2026-02-01", "2026-02-15", "2026-02-16", "2026-02-28"].map((day) => lastHalfMonth(day))).toEqual([
    "2026-02-01",
    "2026-02-01",
    "2026-02-16",
    "2026-02-16",
  ]);
});
