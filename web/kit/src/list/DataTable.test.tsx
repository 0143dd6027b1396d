import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { type Rows, usePluginList } from "../api/hooks";
import { api, refuses, Screen, server } from "../testing";
import { decodeCursor } from "./cursor";
import { DataTable } from "./DataTable";
import { useListState } from "./useListState";

interface Fruit {
  id: string;
  name: string;
  weight: number;
}

const FRUITS: Fruit[] = Array.from({ length: 45 }, (_, i) => ({
  id: `f${i}`,
  name: `Fruit ${i}`,
  weight: i,
}));
const COLUMNS = [
  { id: "name", header: "Name", cell: (fruit: Fruit) => fruit.name, sortable: true },
  { id: "weight", header: "Weight", cell: (fruit: Fruit) => fruit.weight },
];
const OFFERS = [
  { kind: "oneOf" as const, field: "kind", label: "Kind", options: [{ value: "red", label: "Red" }] },
];
const rowKey = (fruit: Fruit) => fruit.id;

/** A server of fruits; what it was asked. */
function serve(fruits: Fruit[] = FRUITS) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(api("/fruit"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const found = fruits.filter(({ name }) => name.toLowerCase().includes(query.get("search") ?? ""));
      const start = Number(query.get("page")) * Number(query.get("size"));
      return HttpResponse.json({
        data: found.slice(start, start + Number(query.get("size"))),
        meta: { total: found.length },
      });
    }),
  );
  return asked;
}

/** How a screen asks for more than the plain list. */
type Extra = Partial<Parameters<typeof DataTable<Fruit>>[0]>;

function Fruits(extra: Extra) {
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <>
      <DataTable
        caption="Fruits"
        state={state}
        rows={usePluginList("/fruit" as never, state.query) as Rows<Fruit>}
        columns={COLUMNS}
        rowKey={rowKey}
        rowLabel={(fruit) => fruit.name}
        rowTo={(fruit) => `/fruit/${fruit.id}`}
        searchLabel="Search fruits"
        filters={OFFERS}
        bulk={({ rows, all, body }) => (
          <output>{all ? JSON.stringify(body) : rows.map((row) => row.name).join(", ")}</output>
        )}
        empty={<p>Plant a tree</p>}
        {...extra}
      />
      <pre data-testid="query">{JSON.stringify(state.query)}</pre>
    </>
  );
}

const show = (extra: Extra = {}) =>
  render(
    <Screen>
      <Fruits {...extra} />
    </Screen>,
  );
const query = () => JSON.parse(screen.getByTestId("query").textContent ?? "");

test("shows a page, says where it is and turns to the next and back", async () => {
  serve();
  show();
  expect(await screen.findByRole("link", { name: "Fruit 0" })).toBeVisible();
  expect(screen.getByText("1–20 sur 45")).toBeVisible();
  expect(screen.getByRole("button", { name: "Précédent" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  expect(await screen.findByRole("link", { name: "Fruit 20" })).toBeVisible();
  expect(screen.getByText("21–40 sur 45")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Précédent" }));
  expect(await screen.findByRole("link", { name: "Fruit 0" })).toBeVisible();
});

test("searches from two characters on, and starts at the first page again", async () => {
  const asked = serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  await screen.findByRole("link", { name: "Fruit 20" });
  await userEvent.type(screen.getByRole("searchbox", { name: "Search fruits" }), "fruit 44");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
  expect(query()).toMatchObject({ search: "fruit 44", skip: 0 });
  expect(asked.every((each) => each.get("search")?.length !== 1)).toBe(true);
});

test("no result offers to clear what narrowed the list", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.type(screen.getByRole("searchbox"), "pear");
  expect(await screen.findByRole("heading", { name: "Aucun résultat" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Effacer la recherche et les filtres" }));
  expect(await screen.findByRole("link", { name: "Fruit 0" })).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("");
});

test("an empty list says what to do, not that there is no result", async () => {
  serve([]);
  show();
  expect(await screen.findByText("Plant a tree")).toBeVisible();
  expect(screen.queryByText("Aucun résultat")).toBeNull();
});

test("a failed list names the request and can be tried again", async () => {
  server.use(refuses("/fruit", 500, "UnknowException", "r-500"));
  show();
  expect(await screen.findByRole("alert")).toHaveTextContent("r-500");
  serve();
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByRole("link", { name: "Fruit 0" })).toBeVisible();
});

test("what cannot be asked of the list leads back to all of it", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  server.use(refuses("/fruit", 400, "BadRequestCursorException"));
  await userEvent.type(screen.getByRole("searchbox"), "pear");
  expect(
    await screen.findByRole("heading", { name: "Cette liste ne peut pas s’afficher ainsi" }),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull();
  serve();
  await userEvent.click(screen.getByRole("button", { name: "Afficher toute la liste" }));
  expect(await screen.findByRole("link", { name: "Fruit 0" })).toBeVisible();
  expect(query()).toMatchObject({ search: "", filters: [] });
});

test("a header sorts, and once more the other way", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(query().orderBy).toEqual([{ field: "name", direction: "desc" }]);
  expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
});

test("a filter is set from its chip, shows its value and can be taken away", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.click(screen.getByRole("button", { name: "Kind" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Red" }));
  expect(query().filters).toEqual([{ field: "kind", values: ["red"] }]);
  expect(screen.getByRole("button", { name: /Kind\s:\sRed/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Retirer le filtre Kind" }));
  expect(query().filters).toEqual([]);
});

test("keys: j and k move, x selects, / searches, n turns the page, Enter opens", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.keyboard("jjkx");
  expect(await screen.findByText("1 ligne sélectionnée")).toBeVisible();
  expect(screen.getByText("Fruit 0", { selector: "output" })).toBeVisible();
  await userEvent.keyboard("/");
  expect(screen.getByRole("searchbox")).toHaveFocus();
  await userEvent.keyboard("x");
  expect(screen.getByText("1 ligne sélectionnée")).toBeVisible();
  await userEvent.clear(screen.getByRole("searchbox"));
  screen.getByRole("searchbox").blur();
  await userEvent.keyboard("n");
  await screen.findByRole("link", { name: "Fruit 20" });
  await userEvent.keyboard("j{Enter}");
  expect(await screen.findByText("elsewhere: /fruit/f21")).toBeVisible();
});

test("the page's rows are selected together and the selection does not outlive the page", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.click(screen.getByRole("checkbox", { name: "Sélectionner toute la page" }));
  expect(screen.getByText("20 lignes sélectionnées")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  await screen.findByRole("link", { name: "Fruit 20" });
  expect(screen.queryByText("20 lignes sélectionnées")).toBeNull();
});

test.each([
  ["row", "Sélectionner Fruit 1", ["Fruit 0", "Fruit 1"]],
  ["page", "Sélectionner toute la page", FRUITS.slice(0, 20).map(({ name }) => name)],
])("whoever acts at once acts on the %s that was ticked before", async (_, box, expected) => {
  const acted = vi.fn();
  serve();
  show({
    bulk: ({ rows }) => (
      <button type="button" onClick={() => acted(rows.map(({ name }) => name))}>
        Eat
      </button>
    ),
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Sélectionner Fruit 0" }));
  // Before the bar says how many are selected by now.
  act(() => {
    fireEvent.click(screen.getByRole("checkbox", { name: box }));
    fireEvent.click(screen.getByRole("button", { name: "Eat" }));
  });
  expect(acted.mock.calls).toEqual([[expected]]);
});

test("a page that is selected offers all that match, and bulk gets the query", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.keyboard("{Shift>}X{/Shift}");
  await userEvent.click(screen.getByRole("button", { name: "Sélectionner les 45 résultats" }));
  expect(screen.getByText("45 résultats sélectionnés")).toBeVisible();
  const { cursor } = JSON.parse(screen.getByText(/cursor/, { selector: "output" }).textContent ?? "");
  expect(decodeCursor(cursor, query())).toEqual(query());
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  expect(await screen.findByRole("checkbox", { name: "Sélectionner Fruit 20" })).toBeChecked();
  await userEvent.click(screen.getByRole("checkbox", { name: "Sélectionner Fruit 20" }));
  expect(screen.getByText("19 lignes sélectionnées")).toBeVisible();
});

test("another question lets go of all that matched", async () => {
  serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.click(screen.getByRole("checkbox", { name: "Sélectionner toute la page" }));
  await userEvent.click(screen.getByRole("button", { name: "Sélectionner les 45 résultats" }));
  await userEvent.click(screen.getByRole("button", { name: "Kind" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Red" }));
  await waitFor(() => expect(screen.queryByText("45 résultats sélectionnés")).toBeNull());
});

test("keys: Home and End go to the ends, c creates", async () => {
  serve();
  show({ createTo: "/fruit/create" });
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.keyboard("{End}x");
  expect(screen.getByText("Fruit 19", { selector: "output" })).toBeVisible();
  await userEvent.keyboard("{Home}x");
  expect(screen.getByText("Fruit 0, Fruit 19", { selector: "output" })).toBeVisible();
  await userEvent.keyboard("c");
  expect(await screen.findByText("elsewhere: /fruit/create")).toBeVisible();
});

test("another page size asks for as many rows", async () => {
  const asked = serve();
  show();
  await screen.findByRole("link", { name: "Fruit 0" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Lignes par page" }), "50");
  expect(await screen.findByText("1–45 sur 45")).toBeVisible();
  expect(asked.at(-1)?.get("size")).toBe("50");
});

test("while the first page is on its way, as many grey rows stand in its place", () => {
  serve();
  show();
  const table = screen.getByRole("table", { name: "Fruits" });
  expect(table).toHaveAttribute("aria-busy", "true");
  expect(within(table).getAllByRole("row")).toHaveLength(21);
});
