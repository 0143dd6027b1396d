import { expect, test } from "vitest";
import { permits } from "./permissions";

test("what is not guarded is everybody's, SUPER_ADMIN implies all, others hold what they hold", () => {
  expect(permits([], null)).toBe(true);
  expect(permits([], "READ_ORDER")).toBe(false);
  expect(permits(["READ_ORDER"], "READ_ORDER")).toBe(true);
  expect(permits(["READ_ORDER"], "WRITE_ORDER")).toBe(false);
  expect(permits(["SUPER_ADMIN"], "WRITE_ORDER")).toBe(true);
  expect(permits(["READ_ORDER"], ["READ_ORDER", "READ_AUDIT"])).toBe(false);
  expect(permits(["READ_AUDIT"], { oneOf: ["READ_ORDER", "READ_AUDIT"] })).toBe(true);
  expect(permits(["READ_STORE"], { oneOf: ["READ_ORDER", "READ_AUDIT"] })).toBe(false);
});
