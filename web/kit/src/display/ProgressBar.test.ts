import { expect, test } from "vitest";
import { paceOf } from "./ProgressBar";

test("pace and time left follow from what is done since the start", () => {
  expect(paceOf({ done: 500, total: 2_000, startedAt: 0, now: 10_000 })).toEqual({
    rate: 50,
    secondsLeft: 30,
  });
  expect(paceOf({ done: 500, total: null, startedAt: 0, now: 10_000 })).toEqual({
    rate: 50,
    secondsLeft: null,
  });
  expect(paceOf({ done: 2_100, total: 2_000, startedAt: 0, now: 10_000 }).secondsLeft).toBe(0);
});

test("nobody can tell at the very start", () => {
  const unknown = { rate: null, secondsLeft: null };
  expect(paceOf({ done: 20, total: 100, startedAt: 0, now: 500 })).toEqual(unknown);
  expect(paceOf({ done: 0, total: 100, startedAt: 0, now: 60_000 })).toEqual(unknown);
  expect(paceOf({ done: 0, total: 100, startedAt: null, now: 60_000 })).toEqual(unknown);
});
