import { expect, test } from "vitest";
import { formatDecimal, padDecimal, parseDecimal, typedDecimal } from "./decimal";
import { fold } from "./fold";
import { isBarcode, isPhone } from "./kinds";

test.each([
  ["2,60", "2.60"],
  ["2.60", "2.60"],
  ["1 234,5", "1234.5"],
  ["1\u202f234,5", "1234.5"],
  ["1,234.5", "1234.5"],
  ["1.234,5", "1234.5"],
  ["1,234,567", "1234567"],
  ["-,5", "-0.5"],
  ["−3", "-3"],
  ["007", "7"],
  ["5,", "5"],
  ["", null],
  ["-", null],
  ["12a", null],
  ["1e3", null],
])("%s is %s", (text, value) => expect(parseDecimal(text)).toBe(value));

test("digits are filled up and never taken away", () => {
  expect(padDecimal("2", 2)).toBe("2.00");
  expect(padDecimal("2.6", 2)).toBe("2.60");
  expect(padDecimal("2.655", 2)).toBe("2.655");
  expect(formatDecimal("12345678901234567.89", "en")).toBe("12,345,678,901,234,567.89");
  expect(formatDecimal("two", "fr")).toBe("two");
});

test("decimals are typed with a comma in all languages but English", () => {
  const typed = ["fr", "tr", "pt-PT", "en"].map((language) => typedDecimal("2.60", language));
  expect(typed).toEqual(["2,60", "2,60", "2,60", "2.60"]);
  expect(typedDecimal("v1.2", "fr")).toBe("v1.2");
});

test("what is searched is found without its accents, case and Turkish dots", () => {
  expect(fold("États-Unis")).toBe("etats-unis");
  expect(new Set(["IŞIK", "ışık", "İşik", "isik"].map(fold))).toEqual(new Set(["isik"]));
});

test("telephone numbers and barcodes", () => {
  expect(
    ["0612345678", "06 12 34 56 78", "+33612345678", "0033 6 12 34 56 78", "+33 (0)6 12 34 56 78"].every(
      isPhone,
    ),
  ).toBe(true);
  expect(["612345678", "06123", "call me", "06/12/34/56/78"].some(isPhone)).toBe(false);
  expect(["4006381333931", "036000291452"].every(isBarcode)).toBe(true);
  expect(["4006381333932", "12345678", ""].some(isBarcode)).toBe(false);
});
