import { expect, test } from "vitest";
import { commissionOn, overlap, type Tier, toHundredths } from "./formula";

const tier = (min: string, max: string | null, rate: string): Tier => ({ min, max, rate });
const tiers = [tier("10000.00", null, "15"), tier("0", "10000", "20.00")];

test("the decisions' example: 12,000 less 800, 20 % to 10,000 and then 15 %", () => {
  expect(commissionOn("12000", "800.00", tiers)).toEqual({
    base: "11200.00",
    amount: "2180.00",
    percentage: "18.17",
    parts: [
      { tier: tiers[1], part: "10000.00", amount: "2000.00" },
      { tier: tiers[0], part: "1200.00", amount: "180.00" },
    ],
  });
});

test("each tier is rounded by itself, half a cent up", () => {
  const thirds = [tier("0", "0.05", "10"), tier("0.05", "0.10", "10"), tier("0.10", null, "33.33")];
  const counted = commissionOn("0.11", "0", thirds);
  expect(counted?.parts.map(({ amount }) => amount)).toEqual(["0.01", "0.01", "0.00"]);
  expect(counted?.amount).toBe("0.02");
});

test("what shipping takes away is never below nothing, and nothing sold has no share", () => {
  expect(commissionOn("500", "800", tiers)).toMatchObject({
    base: "0.00",
    amount: "0.00",
    percentage: "0.00",
  });
  expect(commissionOn("-20.00", "0", tiers)).toMatchObject({ base: "0.00", percentage: "0.00" });
  expect(commissionOn("0", "0", tiers)?.percentage).toBeNull();
});

test("cents are exact where floats are not, up to the largest sales", () => {
  expect(commissionOn("9999999.99", "0.00", [tier("0", null, "12.34")])?.amount).toBe("1234000.00");
  expect(commissionOn("1.15", "0", [tier("0", null, "50")])?.amount).toBe("0.58");
});

test("parts of tiers that touch sum to the base, wherever it lies", () => {
  const bounds = ["0", "1000.50", "2500", "9000.01"];
  const all = bounds.map((min, at) => tier(min, bounds[at + 1] ?? null, String(20 - at)));
  for (const sales of ["0.01", "1000.49", "1000.51", "2500", "8999.99", "123456.78"]) {
    const counted = commissionOn(sales, "0", all);
    const sum = counted?.parts.reduce((sum, { part }) => sum + (toHundredths(part) ?? 0n), 0n);
    expect(sum, sales).toBe(toHundredths(sales));
  }
});

test("tiers that touch do not overlap", () => {
  expect(overlap(tier("0", "10", "1"), tier("10", null, "1"))).toBe(false);
  expect(overlap(tier("0", "10.01", "1"), tier("10", null, "1"))).toBe(true);
  expect(overlap(tier("0", null, "1"), tier("10", "20", "1"))).toBe(true);
  expect(overlap(tier("5", "6", "1"), tier("0", "10", "1"))).toBe(true);
});

test("what is no number has no commission", () => {
  expect(commissionOn("", "0", tiers)).toBeNull();
  expect(commissionOn("1.005", "0", tiers)).toBeNull();
  expect(commissionOn("10", "0", [tier("0", null, "")])).toBeNull();
});
