import { expect, test } from "vitest";
import type { StorePrice, StoreShippingPrices } from "./api";
import { bandsOf, quotesOf, rowsOf, vatOf, weightOf } from "./tables";

const price = (
  countryCode: string,
  minWeight: number,
  maxWeight: number,
  priceExVat: string,
): StorePrice => ({
  countryCode,
  minWeight,
  maxWeight,
  priceExVat,
  price: priceExVat,
  explanation: {
    grid: null,
    fuelPercent: null,
    supplementPercent: null,
    cost: null,
    marginPercent: null,
    additionalCost: null,
    discountPercent: null,
    exception: null,
    priceExVat,
  },
});

const carrier = (id: string) => ({ id, provider: "bigblue", name: id, minDays: null, maxDays: null });

test("a parcel is charged by its weight, or by its volume where that is more (F1)", () => {
  const sleeve = { weight: "550", width: "300", height: "250", depth: "60", quantity: "2" };
  expect(weightOf(sleeve)).toEqual({ real: 1_100, volumetric: 1_800, billable: 1_800 });
  expect(weightOf({ ...sleeve, depth: "" })).toEqual({ real: 1_100, volumetric: 0, billable: 1_100 });
  expect(weightOf({ weight: "", width: "1", height: "1", depth: "1", quantity: "1" }).billable).toBe(1);
});

test("bands are cut where those of any country begin or end, and a gap is none", () => {
  const prices = [
    price("FR", 0, 500, "4"),
    price("FR", 500, 1_000, "5"),
    price("BE", 0, 1_000, "8"),
    price("BE", 2_000, 3_000, "9"),
  ];
  const bands = bandsOf(prices);
  expect(bands.map(({ maxWeight }) => maxWeight)).toEqual([500, 1_000, 3_000]);
  const shown = rowsOf(prices, bands).map((row) => [
    row.countryCode,
    ...row.prices.map((each) => each?.priceExVat),
  ]);
  expect(shown).toEqual([
    ["FR", "4", "5", undefined],
    ["BE", "8", "8", "9"],
  ]);
});

test("a parcel’s price is that of its band, upper end included; who does not take it comes last, and why", () => {
  const table: StoreShippingPrices = {
    carriers: [
      { carrier: carrier("abroad"), prices: [price("BE", 0, 500, "1")] },
      { carrier: carrier("express"), prices: [price("FR", 0, 2_000, "10.50")] },
      { carrier: carrier("post"), prices: [price("FR", 0, 500, "4.20"), price("FR", 500, 1_000, "9.10")] },
    ],
    vat: [{ countryCode: "FR", percent: "20" }],
  };
  const pricesOf = (weight: number) =>
    quotesOf(table, "FR", weight).map(({ carrier, priceExVat, unavailable }) => [
      carrier.id,
      priceExVat ?? unavailable,
    ]);
  expect(pricesOf(500)).toEqual([
    ["post", "4.20"],
    ["express", "10.50"],
    ["abroad", "COUNTRY"],
  ]);
  expect(pricesOf(501)).toEqual([
    ["post", "9.10"],
    ["express", "10.50"],
    ["abroad", "COUNTRY"],
  ]);
  expect(pricesOf(1_500)).toEqual([
    ["express", "10.50"],
    ["abroad", "COUNTRY"],
    ["post", "WEIGHT"],
  ]);
  expect([vatOf(table, "FR"), vatOf(table, "US")]).toEqual(["20", null]);
});
