import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { encodeCursor } from "./cursor";
import { DataTable } from "./DataTable";
import { useListState } from "./useListState";

interface Bundle {
  id: string;
  holds: string;
}

const BUNDLES: Bundle[] = Array.from({ length: 30 }, (_, at) => ({ id: `Pack ${at}`, holds: `Vinyl ${at}` }));
const COLUMNS = [{ id: "id", header: "Bundle", cell: ({ id }: Bundle) => id, card: "title" as const }];
const expand = vi.fn(({ holds }: Bundle) => <p>{holds}</p>);

function Bundles(props: { rowTo?: (row: Bundle) => string }) {
  const state = useListState({ field: "id", direction: "asc" });
  const [from, to] = state.query.skip > 0 ? [20, 30] : [0, 20];
  const meta = { total: 30, exact: true, next: from > 0 ? null : next, previous: from > 0 ? first : null };
  return (
    <DataTable
      caption="Bundles"
      state={state}
      rows={{
        page: { rows: BUNDLES.slice(from, to), meta },
        ...{ error: undefined, stale: false, isLoading: false, isRefreshing: false, retry: () => {} },
      }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ id }) => id}
      expand={expand}
      searchLabel="Search"
      empty={null}
      {...props}
    />
  );
}
const cursor = (skip: number) => encodeCursor({ take: 20, skip, search: "", orderBy: [], filters: [] });
const next = cursor(20);
const first = cursor(0);

const show = (props: Parameters<typeof Bundles>[0] = {}) =>
  render(
    <Screen>
      <Bundles {...props} />
    </Screen>,
  );
const toggle = (row: string) => screen.getByRole("button", { name: `Détails de ${row}` });

afterEach(() => {
  vi.unstubAllGlobals();
  expand.mockClear();
});

test("a row opens a panel below it, whose content is asked for only then", async () => {
  show();
  expect(expand).not.toHaveBeenCalled();
  expect(toggle("Pack 1")).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(toggle("Pack 1"));
  expect(toggle("Pack 1")).toHaveAttribute("aria-expanded", "true");
  const panel = document.getElementById(toggle("Pack 1").getAttribute("aria-controls") ?? "");
  expect(panel).toHaveTextContent("Vinyl 1");
  expect(panel?.previousElementSibling).toHaveTextContent("Pack 1");
  await userEvent.click(toggle("Pack 1"));
  expect(screen.queryByText("Vinyl 1")).toBeNull();
});

test("keys: → opens the panel of a row, ← closes it, and j goes to the next row, not into the panel", async () => {
  show();
  await userEvent.keyboard("j{ArrowRight}");
  expect(screen.getByText("Vinyl 0")).toBeVisible();
  await userEvent.keyboard("j{ArrowRight}");
  expect(screen.getByText("Vinyl 1")).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  expect(screen.queryByText("Vinyl 1")).toBeNull();
  expect(screen.getByText("Vinyl 0")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("Vinyl 1")).toBeVisible();
});

test("where a row has a page of its own, Enter goes there", async () => {
  show({ rowTo: () => "/bundle" });
  await userEvent.keyboard("j{Enter}");
  expect(await screen.findByText("elsewhere: /bundle")).toBeVisible();
});

test("what is open stays open while another page is looked at", async () => {
  show();
  await userEvent.click(toggle("Pack 2"));
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  expect(await screen.findByText("Pack 20")).toBeVisible();
  expect(screen.queryByText("Vinyl 2")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Précédent" }));
  expect(await screen.findByText("Vinyl 2")).toBeVisible();
});

test("a card on a phone opens its panel too", async () => {
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
  await userEvent.click(toggle("Pack 3"));
  const card = screen.getByText("Pack 3").closest("li") as HTMLElement;
  expect(within(card).getByText("Vinyl 3")).toBeVisible();
});
