import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Permission } from "../access/permissions";
import { useRows } from "../api/hooks";
import { api, person, refuses, Screen, server, showEverything } from "../testing";
import { decodeCursor } from "./cursor";
import { useListState } from "./useListState";
import { Views } from "./Views";
import type { SavedView, ViewInput } from "./views";

const LATE: SavedView = {
  id: "v1",
  list: "fruits",
  name: "Late ones",
  query: {
    search: "pear",
    orderBy: [{ field: "name", direction: "asc" }],
    filters: [{ field: "kind", values: ["b", "a"] }],
  },
  sharedWith: null,
  own: true,
  updatedAt: "2026-11-20T10:00:00Z",
};
const SHARED: SavedView = { ...LATE, id: "v2", name: "Ours", own: false, sharedWith: "admin" };
SHARED.query = { search: "", orderBy: [], filters: [{ field: "kind", values: ["a"] }] };

beforeEach(showEverything);

/** A server that keeps views; what it keeps. */
function serve(...kept: SavedView[]) {
  const viewOf = (id: string, input: ViewInput): SavedView => ({ ...LATE, ...input, id });
  server.use(
    http.get(api("/view"), () => HttpResponse.json({ data: kept })),
    http.post(api("/view"), async ({ request }) => {
      kept.push(viewOf("new", (await request.json()) as ViewInput));
      return HttpResponse.json({ data: kept.at(-1) }, { status: 201 });
    }),
    http.put(api("/view/:id"), async ({ request, params }) => {
      const at = kept.findIndex(({ id }) => id === params.id);
      kept[at] = viewOf(String(params.id), (await request.json()) as ViewInput);
      return HttpResponse.json({ data: kept[at] });
    }),
    http.delete(api("/view/:id"), ({ params }) => {
      kept.splice(
        kept.findIndex(({ id }) => id === params.id),
        1,
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return kept;
}

const ROWS = { rows: [{}, {}], meta: { total: 2, exact: true, next: null, previous: null } };
const MANY = { total: 10_000, exact: false };

function List() {
  const state = useListState({ field: "name", direction: "asc" });
  const rows = useRows<object>(["/fruit", state.cursor], async () => ROWS, {
    path: "/fruit",
    pageAt: async (cursor) => {
      const { filters, take } = decodeCursor(cursor, { ...state.query, take: -1 });
      return { rows: [], meta: { ...ROWS.meta, ...(filters.length > 0 && MANY), asked: take } };
    },
  });
  return (
    <>
      <Views list="fruits" state={state} rows={rows} />
      <button type="button" onClick={() => state.search("plum")}>
        Ask for plums
      </button>
      <pre data-testid="query">{JSON.stringify(state.query)}</pre>
    </>
  );
}
const show = (permissions: Permission[] = ["SUPER_ADMIN"]) =>
  render(
    <Screen as={person({ permissions })}>
      <List />
    </Screen>,
  );
const query = () => JSON.parse(screen.getByTestId("query").textContent ?? "");
const tab = (name: RegExp | string) => screen.findByRole("button", { name });
const menu = async (name: string) =>
  userEvent.click(
    await screen.findByRole("button", { name: new RegExp(`Actions sur la vue «\\s${name}\\s»`) }),
  );

test("a view opens with its question and is marked; all goes back to how the list starts", async () => {
  serve(LATE, SHARED);
  show();
  expect(await tab("Tout")).toHaveAttribute("aria-current", "true");
  await userEvent.click(await tab("Late ones"));
  expect(query()).toMatchObject(LATE.query);
  expect(await tab("Late ones")).toHaveAttribute("aria-current", "true");
  await userEvent.click(await tab(/Ours.*Partagée avec les administrateurs/));
  expect(query()).toMatchObject({ ...SHARED.query, orderBy: [{ field: "name", direction: "asc" }] });
  expect(await tab(/Ours/)).toHaveAttribute("aria-current", "true");
  await userEvent.click(await tab("Tout"));
  expect(query()).toMatchObject({ search: "", filters: [] });
});

test("only one's own views can be changed", async () => {
  serve(SHARED);
  show();
  await tab(/Ours/);
  expect(screen.queryByRole("button", { name: /Actions sur la vue/ })).toBeNull();
});

test("a question that no view has can be kept under a name and shared, and its view has the focus", async () => {
  const kept = serve();
  show();
  await tab("Tout");
  expect(screen.queryByRole("button", { name: "Enregistrer la vue" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Ask for plums" }));
  await userEvent.click(await screen.findByRole("button", { name: "Enregistrer la vue" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Enregistrer la vue" }));
  await userEvent.click(await dialog.findByRole("button", { name: "Enregistrer" }));
  expect(dialog.getByText("Ce champ est obligatoire.")).toBeVisible();
  await userEvent.type(dialog.getByRole("textbox", { name: /Nom de la vue/ }), " Plums ");
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Partager avec" }), "Les clients");
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer" }));
  await waitFor(async () => expect(await tab(/^Plums/)).toHaveFocus());
  expect(kept).toMatchObject([
    { list: "fruits", name: "Plums", sharedWith: "customer", query: { search: "plum" } },
  ]);
  expect(screen.queryByRole("button", { name: "Enregistrer la vue" })).toBeNull();
});

test("who does not manage the staff shares nothing", async () => {
  serve();
  show(["READ_ORDER"]);
  await userEvent.click(screen.getByRole("button", { name: "Ask for plums" }));
  await userEvent.click(await screen.findByRole("button", { name: "Enregistrer la vue" }));
  await screen.findByRole("textbox", { name: /Nom de la vue/ });
  expect(screen.queryByRole("combobox", { name: "Partager avec" })).toBeNull();
});

test("an own view is renamed, keeping its question", async () => {
  const kept = serve({ ...LATE });
  show();
  await menu("Late ones");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Renommer ou partager" }));
  const field = await screen.findByRole("textbox", { name: /Nom de la vue/ });
  expect(field).toHaveValue("Late ones");
  await userEvent.type(field, "!{Enter}");
  await waitFor(async () => expect(await tab("Late ones!")).toHaveFocus());
  expect(kept[0]?.query).toEqual(LATE.query);
});

test("an own view takes over the present question, and is deleted until that is taken back", async () => {
  const kept = serve({ ...LATE });
  show();
  await userEvent.click(screen.getByRole("button", { name: "Ask for plums" }));
  await menu("Late ones");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Mettre à jour la vue" }));
  await waitFor(async () => expect(await tab("Late ones")).toHaveAttribute("aria-current", "true"));
  expect(kept[0]?.query.search).toBe("plum");
  await menu("Late ones");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Supprimer la vue" }));
  await waitFor(async () => expect(await tab("Tout")).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Late ones" })).toBeNull();
  expect(kept).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  expect(await tab("Late ones")).toBeVisible();
  expect(kept[0]?.query.search).toBe("plum");
});

test("a view that is opened and asked otherwise is updated by one button", async () => {
  const kept = serve({ ...LATE });
  show();
  await userEvent.click(await tab("Late ones"));
  expect(screen.queryByRole("button", { name: /^Mettre à jour la vue/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Ask for plums" }));
  await userEvent.click(
    await screen.findByRole("button", { name: /^Mettre à jour la vue «\sLate ones\s»$/ }),
  );
  await waitFor(async () => expect(await tab("Late ones")).toHaveAttribute("aria-current", "true"));
  expect(kept[0]?.query).toMatchObject({ search: "plum", filters: LATE.query.filters });
  expect(screen.queryByRole("button", { name: /^Mettre à jour la vue/ })).toBeNull();
});

test("a view that others use is deleted once that is confirmed", async () => {
  const kept = serve({ ...LATE, sharedWith: "admin" });
  show();
  await menu("Late ones");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Supprimer la vue" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Supprimer la vue/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Supprimer la vue" }));
  await waitFor(() => expect(kept).toEqual([]));
});

test("tabs say how many rows their views have, as far as the server counts", async () => {
  serve(LATE);
  show();
  expect(await screen.findByText("2")).toBeVisible();
  expect(await screen.findByText(/^10\s000\+$/)).toBeVisible();
});

test("without an answer about views there is still the whole list", async () => {
  server.use(refuses("/view", 500, "UnknowException"));
  show();
  await userEvent.click(screen.getByRole("button", { name: "Ask for plums" }));
  await userEvent.click(await tab("Tout"));
  expect(query().search).toBe("");
});
