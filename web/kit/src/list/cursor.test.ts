import { expect, test } from "vitest";
import {
  cursorOf,
  decodeCursor,
  encodeAddress,
  encodeCursor,
  isNarrowed,
  type ListQuery,
  resolveCursor,
  withPeriods,
} from "./cursor";

const DEFAULTS: ListQuery = {
  take: 20,
  skip: 0,
  search: "",
  orderBy: [{ field: "submittedAt", direction: "desc" }],
  filters: [],
};

test("a cursor keeps what was asked, accents and all, and is safe in an address", () => {
  const query: ListQuery = {
    ...DEFAULTS,
    skip: 40,
    search: "Zoë œuvre ÿ??>>",
    filters: [
      { field: "status", values: ["SHIPPED", "PICKED"] },
      { field: "submittedAt", from: "2026-01-01", to: "2026-01-31" },
    ],
  };
  const cursor = encodeCursor(query);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(decodeCursor(cursor, DEFAULTS)).toEqual(query);
});

test("a page that the server made of a period keeps the period in the address, and asks for its days with its position", () => {
  const query = { ...DEFAULTS, filters: [{ field: "submittedAt", from: "month" }] };
  const decoded = (cursor: string) => JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  const days = [{ field: "submittedAt", from: "2026-03-02", to: "2026-03-31" }];
  expect(decoded(resolveCursor(encodeAddress(query), "2026-03-31")).filters).toEqual(days);
  const next = btoa(JSON.stringify({ ...query, filters: days, skip: 20, position: { key: "x" } }));
  const address = withPeriods(next, query);
  expect(decodeCursor(address, DEFAULTS)).toEqual({ ...query, skip: 20 });
  expect(decoded(resolveCursor(address, "2026-04-01"))).toMatchObject({
    position: { key: "x" },
    filters: [{ from: "2026-03-03", to: "2026-04-01" }],
  });
});

test("a search of one character is not sent", () => {
  expect(decodeCursor(encodeCursor({ ...DEFAULTS, search: " é " }), DEFAULTS).search).toBe("");
  expect(decodeCursor(encodeCursor({ ...DEFAULTS, search: " él " }), DEFAULTS).search).toBe("él");
});

test("a cursor that the server made tells its place; its position is its own business", () => {
  const encoded = btoa(
    JSON.stringify({ take: 20, skip: 20, search: "aube", position: { version: 1, key: "x" } }),
  );
  expect(decodeCursor(encoded, DEFAULTS)).toEqual({ ...DEFAULTS, skip: 20, search: "aube" });
});

test.each([
  "",
  "%%%",
  "bm90IGpzb24",
  btoa("null"),
  btoa('{"take":-1,"filters":3}'),
  btoa('{"filters":[null],"orderBy":[5]}'),
])("what cannot be read is as if it was not there: %j", (cursor) =>
  expect(decodeCursor(cursor, DEFAULTS)).toEqual(DEFAULTS),
);

test("a list is narrowed by a search or a filter, not by its order", () => {
  expect(isNarrowed(DEFAULTS)).toBe(false);
  expect(isNarrowed({ ...DEFAULTS, search: "au" })).toBe(true);
  expect(
    isNarrowed(decodeCursor(cursorOf({ filters: [{ field: "status", values: ["A"] }] }), DEFAULTS)),
  ).toBe(true);
});
