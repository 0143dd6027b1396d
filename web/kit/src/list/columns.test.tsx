import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { answers, Screen, server } from "../testing";
import { DataTable } from "./DataTable";
import { inOrder } from "./useColumns";
import { useListState } from "./useListState";

const ROWS = [{ id: "f1", name: "Quince", weight: "300 g", origin: "Angers" }];
type Row = (typeof ROWS)[number];
const COLUMNS = [
  { id: "name", header: "Name", cell: (row: Row) => row.name, card: "title" as const },
  { id: "weight", header: "Weight", cell: (row: Row) => row.weight, card: "fact" as const },
  { id: "origin", header: "Origin", cell: (row: Row) => row.origin, card: "fact" as const },
];
const META = { total: 1, exact: true, next: null, previous: null };
const rowKey = (row: Row) => row.id;

/** @param name its own in each test: what is chosen is kept for the name */
function show(name: string) {
  server.use(answers("/view", []));
  function List() {
    const page = { rows: ROWS, meta: META };
    return (
      <DataTable
        name={name}
        caption="Fruits"
        state={useListState({ field: "name", direction: "asc" })}
        rows={{
          page,
          error: undefined,
          isLoading: false,
          stale: false,
          isRefreshing: false,
          retry: () => {},
        }}
        columns={COLUMNS}
        rowKey={rowKey}
        rowLabel={rowKey}
        rowTo={(row) => `/${row.id}`}
        searchLabel="Search"
        empty={null}
        resource="fruits"
        exportAs={async () => {}}
      />
    );
  }
  render(
    <Screen>
      <List />
    </Screen>,
  );
}
// Without those of the checkboxes, which has no words, and of what can be done with a row.
const headers = () =>
  screen
    .getAllByRole("columnheader")
    .map((header) => header.textContent)
    .filter((text) => text !== "" && text !== "Actions");

afterEach(() => vi.restoreAllMocks());

test("a column is hidden and shown, the one that names the row stays, and the choice is kept", async () => {
  show("hidden-fruits");
  await userEvent.click(screen.getByRole("button", { name: "Colonnes" }));
  expect(await screen.findByRole("checkbox", { name: "Name" })).toBeDisabled();
  await userEvent.click(screen.getByRole("checkbox", { name: "Weight" }));
  expect(headers()).toEqual(["Name", "Origin"]);
  expect(localStorage.getItem("comptoir.columns")).toContain("hidden-fruits");
  await userEvent.click(screen.getByRole("button", { name: "Rétablir" }));
  expect(headers()).toEqual(["Name", "Weight", "Origin"]);
});

test("the columns to choose from go and come back as they were, with the focus", async () => {
  show("closed-fruits");
  await userEvent.click(screen.getByRole("button", { name: "Colonnes" }));
  const weight = await screen.findByRole("checkbox", { name: "Weight" });
  await userEvent.click(weight);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Colonnes" })).toHaveFocus());
  expect(screen.queryByRole("checkbox", { name: "Weight" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Colonnes" }));
  expect(await screen.findByRole("checkbox", { name: "Weight" })).toBe(weight);
  expect(weight).not.toBeChecked();
  await waitFor(() =>
    expect(screen.getByRole("dialog")).toContainElement(document.activeElement as HTMLElement),
  );
});

test("columns change places by button and by key, and what was pressed keeps the focus", async () => {
  show("moved-fruits");
  await userEvent.click(screen.getByRole("button", { name: "Colonnes" }));
  const up = await screen.findByRole("button", { name: "Monter Origin" });
  await userEvent.click(up);
  expect(headers()).toEqual(["Name", "Origin", "Weight"]);
  expect(up).toHaveFocus();
  expect(screen.getByText("Origin : place 2 sur 3")).toBeInTheDocument();
  await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
  expect(headers()).toEqual(["Origin", "Name", "Weight"]);
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(headers()).toEqual(["Name", "Origin", "Weight"]);
  expect(up).toHaveFocus();
});

test("wherever its column stands, the row's name is its link", async () => {
  show("linked-fruits");
  await userEvent.click(screen.getByRole("button", { name: "Colonnes" }));
  await userEvent.click(await screen.findByRole("button", { name: "Descendre Name" }));
  expect(headers()).toEqual(["Weight", "Name", "Origin"]);
  expect(screen.getByRole("link", { name: "Quince" })).toHaveAttribute("href", "/f1");
});

test("a choice that knows other columns: unknown ones are ignored, new ones come last", () => {
  const columns = ["a", "b", "c"].map((id) => ({ id }));
  expect(inOrder(columns, ["gone", "c"]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

test("on a phone the list's options are in a menu, and what is hidden is not on the cards either", async () => {
  const desktop = window.matchMedia("none");
  const phone = (media: string) => ({ ...desktop, media, matches: media.includes("640px") });
  vi.spyOn(window, "matchMedia").mockImplementation(phone as typeof window.matchMedia);
  show("phone-fruits");
  expect(screen.queryByRole("button", { name: "Exporter" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Options de la liste" }));
  expect(await screen.findByRole("menuitem", { name: "Exporter" })).toBeVisible();
  await userEvent.click(screen.getByRole("menuitem", { name: "Colonnes" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Colonnes" }));
  await userEvent.click(await dialog.findByRole("checkbox", { name: "Weight" }));
  expect(screen.queryByText("300 g")).toBeNull();
  expect(screen.getByText("Angers")).toBeInTheDocument();
});
