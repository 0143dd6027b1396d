import { expect, test } from "vitest";
import { hasCustoms, NEW_ARTICLE, NEW_ORDER, parcelOf, totalOf, worth } from "./values";

const asked = (isCompanyPurchase: boolean, isFree: boolean) => ({
  isCompanyPurchase,
  isFree,
  shippingPrice: "6.69",
  products: [{ ...NEW_ARTICLE, quantity: "3", price: { unit: "20.00", toCharge: "8.00" } }],
});

test("the total of an order is as in the worked example", () => {
  const total = (buys: boolean, free: boolean) => totalOf(asked(buys, free), "5");
  expect(total(false, false)).toMatchObject({
    charged: null,
    shipping: "6.69",
    seeding: "5.00",
    total: "11.69",
  });
  expect(total(false, true)).toMatchObject({ seeding: "0.00", total: "6.69" });
  expect(total(true, false)).toMatchObject({
    charged: "24.00",
    shipping: "0",
    seeding: "5.00",
    total: "-19.00",
  });
  expect(total(true, true)).toMatchObject({ charged: "24.00", seeding: "0.00", total: "-24.00" });
  expect(totalOf({ ...NEW_ORDER, isCompanyPurchase: true }, "5.10").total).toBe("5.10");
});

test("no total is told before a carrier is chosen, unless the articles are bought", () => {
  expect(totalOf(NEW_ORDER, "5")).toMatchObject({ shipping: null, total: null });
});

test("a parcel is quoted once there are a store, a country and an article", () => {
  const article = (id: string | null, quantity: string) => ({ id, quantity });
  expect(parcelOf(null, "FR", [article("a", "1")])).toBeNull();
  expect(parcelOf("s", null, [article("a", "1")])).toBeNull();
  expect(
    parcelOf("s", "FR", [article(null, "1"), article("b", ""), article("c", "0"), article("d", "1.5")]),
  ).toBeNull();
  expect(parcelOf("s", "FR", [article("a", "1"), article("b", "2"), article("a", "3")])).toEqual({
    storeId: "s",
    countryCode: "FR",
    articles: "a:4,b:2",
  });
});

test("an article is worth its price without VAT, where that is known", () => {
  const article = {
    id: "v",
    productId: "p",
    providerId: "",
    sku: "S",
    name: "T-shirt",
    title: "",
    ean: "",
    store: { id: "s", name: "S" },
    price: "24.00",
    currency: "EUR",
    weight: null,
    available: null,
  };
  expect(worth(article)).toBe("20.00");
  expect(worth({ ...article, currency: "USD" })).toBe("");
  expect(worth({ ...article, price: null })).toBe("");
  expect(worth(null)).toBe("");
});

test("customs open what leaves the union", () => {
  expect(["FR", "DE", "MC", null].map(hasCustoms)).toEqual([false, false, false, false]);
  expect(["CH", "GB", "US"].map(hasCustoms)).toEqual([true, true, true]);
});
