import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Screen } from "../testing";
import type { Column } from "./columns";
import { columnsOf } from "./columnsOf";

interface Sale {
  id: string;
  note: string | null;
  pieces: number | null;
  price: { amount: string; currency: string } | null;
  due: string;
  store: { name: string };
}
const SALE: Sale = {
  id: "S-1",
  note: "",
  pieces: 0,
  price: { amount: "1234.50", currency: "EUR" },
  due: "2026-12-04T00:00:00Z",
  store: { name: "Aube" },
};

const { text, copy, number, money, day } = columnsOf<Sale>();
const shown = (column: Column<Sale>, row: Sale) => {
  const { unmount } = render(
    <Screen>
      <output>{column.cell(row)}</output>
    </Screen>,
  );
  const words = screen.getByRole("status").textContent?.replace(/\s/g, " ");
  unmount();
  return words;
};

test("a column shows its field as everywhere, and a dash for nothing", () => {
  const nothing = { ...SALE, pieces: null, price: null };
  expect(shown(text("note", "Note"), SALE)).toBe("—");
  expect(shown(text("store", "Store", { of: ({ store }) => store.name }), SALE)).toBe("Aube");
  expect([shown(number("pieces", "Pieces"), SALE), shown(number("pieces", "Pieces"), nothing)]).toEqual([
    "0",
    "—",
  ]);
  expect([shown(money("price", "Price"), SALE), shown(money("price", "Price"), nothing)]).toEqual([
    "1 234,50 €",
    "—",
  ]);
  expect(shown(day("due", "Due"), SALE)).toBe("04/12/2026");
  render(<Screen>{copy("id", "Sale").cell(SALE)}</Screen>);
  expect(screen.getByRole("button", { name: /Copier/ })).toBeVisible();
});

test("numbers and money stand right, and add up where they are told to", () => {
  expect(number("pieces", "Pieces")).toMatchObject({ id: "pieces", header: "Pieces", align: "right" });
  expect(number("pieces", "Pieces").total).toBeUndefined();
  expect(number("pieces", "Pieces", { total: true }).total?.(SALE)).toBe(0);
  expect(money("price", "Price", { total: true }).total?.({ ...SALE, price: null })).toBeNull();
  expect(text("note", "Note", { card: "title" })).toMatchObject({ card: "title", align: undefined });
});

test("names that are no such field, and sorting by what the host does not sort by, do not compile", () => {
  const orders = columnsOf<{ reference: string; total: number; shop: string }, "orders">();
  expect(orders.text("reference", "Number", { sortable: true }).sortable).toBe(true);
  // @ts-expect-error: a number is no text
  orders.text("total", "Total");
  // @ts-expect-error: no field of the rows, so that `of` is needed
  orders.text("colour", "Colour");
  // @ts-expect-error: the host does not sort by it
  orders.text("shop", "Shop", { sortable: true });
});
