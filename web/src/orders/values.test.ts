import { expect, test } from "vitest";
import { hasCustoms, NEW_ARTICLE, NEW_ORDER, totalOf, worth } from "./values";

const asked = (isCompanyPurchase: boolean, isFree: boolean) => ({
  isCompanyPurchase,
  isFree,
  products: [{ ...NEW_ARTICLE, quantity: "3", price: { unit: "20.00", toCharge: "8.00" } }],
});

test("the total of an order is as in the worked example", () => {
  expect(totalOf(asked(false, false), "5")).toEqual({ charged: null, seeding: "5.00", total: "5.00" });
  expect(totalOf(asked(true, false), "5")).toEqual({ charged: "24.00", seeding: "5.00", total: "-19.00" });
  expect(totalOf(asked(true, true), "5")).toEqual({ charged: "24.00", seeding: "0.00", total: "-24.00" });
  expect(totalOf({ ...NEW_ORDER, isCompanyPurchase: true }, "5.10").total).toBe("5.10");
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
