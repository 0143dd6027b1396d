import { expect, test } from "vitest";
import { dayOf, isDay, parseDay } from "./day";

test("days are Paris days", () => {
  expect(dayOf(new Date("2026-07-14T22:30:00Z"))).toBe("2026-07-15");
  expect(dayOf(new Date("2026-01-14T22:30:00Z"))).toBe("2026-01-14");
});

test.each([
  ["2026-02-28", true],
  ["2026-02-29", false],
  ["2026-2-1", false],
  ["28/02/2026", false],
  ["2026-13-01", false],
])("%s as a day: %s", (text, is) => expect(isDay(text)).toBe(is));

test.each([
  ["01/11/2026", "2026-11-01"],
  ["1/11/26", "2026-11-01"],
  ["01.11.2026", "2026-11-01"],
  [" 2026-11-01 ", "2026-11-01"],
  ["31/02/2026", null],
  ["11/2026", null],
  ["demain", null],
  ["", null],
])("%s is read as %s", (text, day) => expect(parseDay(text)).toBe(day));
