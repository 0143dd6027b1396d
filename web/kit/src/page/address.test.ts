import { expect, test } from "vitest";
import { address } from "./address";

test("an address leads to what it names, whatever its ids hold", () => {
  const product = address("store/:storeId/product/:sku");
  expect(product.path).toBe("store/:storeId/product/:sku");
  expect(product({ base: "/admin" }, "s1", "A/B 1")).toBe("/admin/store/s1/product/A%2FB%201");
  expect(address("order")({ base: "/customer/o1" })).toBe("/customer/o1/order");
});
