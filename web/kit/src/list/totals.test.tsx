import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { addDecimals } from "../form/decimal";
import { Screen } from "../testing";
import { DataTable } from "./DataTable";
import { sumOf } from "./totals";
import { useListState } from "./useListState";

interface Sale {
  id: string;
  pieces: number;
  price: string;
  currency: string;
}

const SALES: Sale[] = [
  { id: "A", pieces: 1_000, price: "0.10", currency: "EUR" },
  { id: "B", pieces: 2, price: "0.20", currency: "EUR" },
  { id: "C", pieces: 3, price: "5", currency: "GBP" },
];
const COLUMNS = [
  { id: "id", header: "Sale", cell: ({ id }: Sale) => id },
  { id: "pieces", header: "Pieces", cell: (sale: Sale) => sale.pieces, total: (sale: Sale) => sale.pieces },
  {
    id: "price",
    header: "Price",
    cell: ({ price }: Sale) => price,
    total: ({ price, currency }: Sale) => ({ amount: price, currency }),
  },
];

function Sales(props: Pick<Parameters<typeof DataTable<Sale>>[0], "totals"> & { next?: string }) {
  return (
    <DataTable
      caption="Sales"
      state={useListState({ field: "id", direction: "asc" })}
      rows={{
        page: { rows: SALES, meta: { total: 3, exact: true, next: props.next ?? null, previous: null } },
        ...{ error: undefined, stale: false, isLoading: false, isRefreshing: false, retry: () => {} },
      }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ id }) => id}
      searchLabel="Search"
      bulk={() => null}
      empty={null}
      totals={props.totals}
    />
  );
}

const show = (props: Parameters<typeof Sales>[0] = {}) =>
  render(
    <Screen>
      <Sales {...props} />
    </Screen>,
  );
/** The row of totals as it is read: its header, then its cells. */
const totals = () => {
  const header = screen.getByRole("rowheader");
  const row = header.closest("tr") as HTMLElement;
  return [header, ...within(row).getAllByRole("cell")].map((cell) => cell.textContent?.replace(/\s/g, " "));
};

afterEach(() => void vi.unstubAllGlobals());

test("decimals add up exactly, and only within their currency", () => {
  expect(addDecimals(["0.1", "0.20", "-1"])).toBe("-0.70");
  expect(addDecimals(["9007199254740993", "1"])).toBe("9007199254740994");
  expect(addDecimals([])).toBe("0");
  expect(sumOf([null, 2, 3])).toEqual([5]);
  const eur = { amount: "1.50", currency: "EUR" };
  expect(sumOf([eur, { amount: "1", currency: "USD" }, eur])).toEqual([
    { amount: "3.00", currency: "EUR" },
    { amount: "1", currency: "USD" },
  ]);
});

test("the last row totals the page, a line a currency, and the selected rows once there are some", async () => {
  show({ next: "more" });
  expect(totals()).toEqual(["Total de la page", "1 005", "0,30 €5,00 £GB"]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Sélectionner B" }));
  expect(totals()).toEqual(["Total de la sélection", "2", "0,20 €"]);
});

test("what the server totals is of all that matches", () => {
  show({ next: "more", totals: { pieces: 45_000, hidden: 1 } });
  expect(totals()).toEqual(["Total des résultats", "45 000", ""]);
});

test("on a phone the totals stand above the cards, by the names of their columns", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("640px"),
    ...{
      media: query,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    },
  }));
  show();
  const region = within(screen.getByRole("region", { name: "Total" }));
  expect(region.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Pieces", "Price"]);
  expect(region.getByText(/5,00/)).toBeVisible();
});
