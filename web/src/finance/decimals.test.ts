import { expect, test } from "vitest";
import { isNumber, shortened, toHundredths } from "./decimals";

test("digits that say nothing are left out", () => {
  expect(["1.0000", "1.5000", "10", "0.0000"].map(shortened)).toEqual(["1", "1.5", "10", "0"]);
});

test("hundredths are exact where floats are not, and of numbers alone", () => {
  expect(["9999999.99", "-0.5", "1"].map(toHundredths)).toEqual([999_999_999n, -50n, 100n]);
  expect(["", "1.005", "1,5"].map(toHundredths)).toEqual([null, null, null]);
});

test("a number has bounds, and so many digits", () => {
  expect(["0", "-1.25", "99999"].every((text) => isNumber(text, -2, 99_999))).toBe(true);
  expect(["", "1.", "1.005", "-2.01", "100000"].some((text) => isNumber(text, -2, 99_999))).toBe(false);
  expect(isNumber("0.0001", 0, 1, 4)).toBe(true);
});
