import { person } from "@comptoir/kit/testing";
import { expect, test } from "vitest";
import { homeOf, loginPath, rememberResource, safePath } from "./paths";

test.each([
  ["/admin/order?cursor=x#y", "/admin/order?cursor=x#y"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/..//evil.example", "/"],
  ["https://evil.example/admin", "/"],
  ["javascript:alert(1)", "/"],
  ["", "/"],
  [null, "/"],
])("after sign-in, %j leads to %j", (wanted, path) => {
  expect(safePath(wanted)).toBe(path);
});

test("each role has its home; who was given nothing has none", () => {
  const owned = [
    { type: "STORE" as const, id: "s", name: "S" },
    { type: "ORGANIZATION" as const, id: "o1", name: "O" },
    { type: "ORGANIZATION" as const, id: "o2", name: "O" },
    { type: "FACTORY" as const, id: "f", name: "F" },
  ];
  expect(homeOf(person())).toBe("/admin");
  expect(homeOf(person({ role: "customer", resources: owned }))).toBe("/customer/o1");
  expect(homeOf(person({ role: "factory", resources: owned }))).toBe("/factory/f");
  expect(homeOf(person({ role: "customer" }))).toBeNull();
});

test("who works in several organizations comes back to the last one, while it is theirs", () => {
  const resources = ["o1", "o2"].map((id) => ({ type: "ORGANIZATION" as const, id, name: id }));
  const user = person({ role: "customer", resources });
  rememberResource("ORGANIZATION", "o2");
  expect(homeOf(user)).toBe("/customer/o2");
  rememberResource("ORGANIZATION", "gone");
  expect(homeOf(user)).toBe("/customer/o1");
});

test("who works for several factories comes back to the last one", () => {
  const resources = ["f1", "f2"].map((id) => ({ type: "FACTORY" as const, id, name: id }));
  const user = person({ role: "factory", resources });
  expect(homeOf(user)).toBe("/factory/f1");
  rememberResource("FACTORY", "f2");
  expect(homeOf(user)).toBe("/factory/f2");
});

test("the way back survives the way to the sign-in page", () => {
  const back = "/admin/order?cursor=a&b=c";
  expect(new URL(loginPath(back), location.origin).searchParams.get("continue")).toBe(back);
  expect(loginPath("/")).toBe("/login");
});
