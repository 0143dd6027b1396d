import { expect, test } from "vitest";
import { lastWeek, parisTime } from "./days";

test("an hour in Paris is a moment, in summer, in winter and around both changes", () => {
  expect(parisTime("2026-07-09", 18, 30)).toBe("2026-07-09T16:30:00.000Z");
  expect(parisTime("2026-11-19", 23, 59)).toBe("2026-11-19T22:59:00.000Z");
  expect(parisTime("2026-03-29", 1, 0)).toBe("2026-03-29T00:00:00.000Z");
  expect(parisTime("2026-03-29", 3, 0)).toBe("2026-03-29T01:00:00.000Z");
  expect(parisTime("2026-10-25", 0, 0)).toBe("2026-10-24T22:00:00.000Z");
});

test("a chart week is over when Friday begins in Paris", () => {
  const week = { start: "2026-11-13", end: "2026-11-19" };
  expect(lastWeek(Date.parse("2026-11-19T22:59:59Z"))).toEqual({ start: "2026-11-06", end: "2026-11-12" });
  expect(lastWeek(Date.parse("2026-11-19T23:00:00Z"))).toEqual(week);
  expect(lastWeek(Date.parse("2026-11-26T22:59:59Z"))).toEqual(week);
});
