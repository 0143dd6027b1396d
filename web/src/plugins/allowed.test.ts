import type { Schemas } from "@comptoir/kit";
import { expect, test } from "vitest";
import { callAddress, destination, isSavable } from "./allowed";

const own = (path: string) => `${location.origin}/api${path}`;

test("of its own calls a plugin's screens make any, of others those that read", () => {
  expect(callAddress("acme", "POST", "/acme/order")).toBe(own("/acme/order"));
  expect(callAddress("acme", "DELETE", "/acme/order/A%20B?x=1")).toBe(own("/acme/order/A%20B?x=1"));
  expect(callAddress("acme", "GET", "/order?cursor=e30%3D")).toBe(own("/order?cursor=e30%3D"));
  for (const path of ["/order", "/acmes/order", "/acme", "/acme.x/order", "/ACME/order", "/x?/acme/"])
    expect(callAddress("acme", "POST", path), path).toBeNull();
});

test("what is read otherwise than it is written is no address", () => {
  for (const path of [
    "/acme/../user",
    "/acme/./order",
    "/acme/%2e%2e/user",
    "/acme/.%2E/user",
    "/acme/%2e%2e%2fuser",
    "/acme/x%2f..%2f..%2fuser",
    "/acme/..%5cuser",
    "/acme/..\\user",
    "/acme/\n../user",
    "/acme/#/../user",
    "/acme/order#x",
    "/acme/%zz",
    "/../user",
    "@evil.example/acme/",
    ".evil.example/acme/",
    ":1/acme/order",
    "acme/order",
    "/acme/a b",
  ])
    for (const method of ["GET", "POST"]) expect(callAddress("acme", method, path), path).toBeNull();
  // Below the API's path still, and nobody's.
  expect(callAddress("acme", "POST", "//evil.example/acme/")).toBeNull();
});

const screen = (path: string) => ({ area: "admin", path }) as Schemas["PluginScreen"];
const ACME = {
  screens: [screen("/admin/acme/order"), screen("/admin/acme/order/:id")],
} as Schemas["Plugin"];

test("a plugin's screens lead to their own and to records, and nowhere else", () => {
  const to = (address: string, mayOpen = true) => destination(ACME, "/admin", () => mayOpen, address);
  for (const known of ["/admin/acme/order", "/admin/acme/order/7?tab=x", "/admin/order/1", "/admin/store/2"])
    expect(to(known)).toBe(known);
  expect(to("/admin/order/1", false)).toBeNull();
  for (const unknown of [
    "/admin",
    "/admin/order",
    "/admin/user/1",
    "/admin/developer/plugin",
    "/admin/other/order",
    "/admin/acme/order/../../developer/plugin",
    "/admin/acme/%2e%2e/user",
    "/customer/1/order/1",
    "//evil.example/admin/acme/order",
    "https://evil.example/admin/acme/order",
    "javascript:alert(1)",
    "/login",
  ])
    expect(to(unknown), unknown).toBeNull();
});

test("what a screen hands over is a document by its name", () => {
  expect(["orders.csv", "Étiquettes 3.PDF"].every(isSavable)).toBe(true);
  expect(
    ["a.html", "a.svg", "a.exe", "a.csv.exe", "csv", ".csv/..", "../a.csv", "a\\b.csv"].some(isSavable),
  ).toBe(false);
});
