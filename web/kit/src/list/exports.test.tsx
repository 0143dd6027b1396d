import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { Screen } from "../testing";
import { decodeCursor } from "./cursor";
import { DataTable } from "./DataTable";
import type { ExportBody } from "./exports";
import { useListState } from "./useListState";

const ROWS = ["Quince", "Medlar"].map((name) => ({ id: name.toLowerCase(), name }));
const COLUMNS = [{ id: "name", header: "Name", cell: (row: { name: string }) => row.name }];
const META = { total: 12_345, exact: true, next: "next", previous: null };
const rowKey = (row: { id: string }) => row.id;

function List(props: { meta: typeof META; exportAs: (body: ExportBody) => Promise<unknown> }) {
  const page = { rows: ROWS, meta: props.meta };
  return (
    <DataTable
      caption="Fruits"
      state={useListState({ field: "name", direction: "asc" })}
      rows={{ page, error: undefined, isLoading: false, stale: false, isRefreshing: false, retry: () => {} }}
      columns={COLUMNS}
      rowKey={rowKey}
      rowLabel={(row) => row.name}
      searchLabel="Search"
      empty={null}
      bulk={() => null}
      resource="fruits"
      exportAs={props.exportAs}
    />
  );
}

function show(exportAs = vi.fn(async (_: ExportBody): Promise<unknown> => undefined), meta = META) {
  render(
    <Screen>
      <List meta={meta} exportAs={exportAs} />
    </Screen>,
  );
  return exportAs;
}
async function open() {
  await userEvent.click(screen.getByRole("button", { name: "Exporter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Exporter la liste" }));
  await dialog.findByRole("radiogroup", { name: "Lignes à exporter" });
  return dialog;
}
const send = async (dialog: Awaited<ReturnType<typeof open>>) =>
  userEvent.click(dialog.getByRole("button", { name: "Exporter" }));

test("all rows are exported unless told otherwise, and the mail is announced", async () => {
  const exportAs = show();
  const dialog = await open();
  expect(dialog.getByRole("radio", { name: /^Tout \(12\s345 lignes\)$/ })).toBeChecked();
  expect(dialog.queryByRole("radio", { name: /Sélection/ })).toBeNull();
  await send(dialog);
  expect(await screen.findByText(/L’export de vos fruits est lancé\. Un e-mail/)).toBeVisible();
  const [body] = exportAs.mock.calls[0] ?? [];
  expect(body).toMatchObject({ scope: "all" });
  expect(
    decodeCursor(body?.cursor ?? "", { take: 1, skip: 1, search: "", orderBy: [], filters: [] }),
  ).toMatchObject({
    skip: 0,
    orderBy: [{ field: "name", direction: "asc" }],
  });
});

test("the page alone, or what is selected", async () => {
  const exportAs = show();
  let dialog = await open();
  await userEvent.click(dialog.getByRole("radio", { name: "Page actuelle (2 lignes)" }));
  await send(dialog);
  expect(exportAs).toHaveBeenLastCalledWith({ scope: "page", cursor: expect.any(String) });
  await userEvent.click(screen.getByRole("checkbox", { name: "Sélectionner Medlar" }));
  dialog = await open();
  expect(dialog.getByRole("radio", { name: "Sélection (1 ligne)" })).toBeChecked();
  await send(dialog);
  expect(exportAs.mock.lastCall?.[0]).toMatchObject({ scope: "selection", ids: ["medlar"] });
});

test("a selection of all that match is exported as the question it is", async () => {
  const exportAs = show(undefined, { ...META, total: 10_000, exact: false });
  await userEvent.click(screen.getByRole("checkbox", { name: "Sélectionner toute la page" }));
  await userEvent.click(
    screen.getByRole("button", { name: /^Sélectionner tous les résultats \(plus de 10\s000\)$/ }),
  );
  expect(screen.getByText(/^Plus de 10\s000 résultats sélectionnés$/)).toBeVisible();
  await send(await open());
  expect(exportAs.mock.lastCall?.[0]).toMatchObject({ scope: "all" });
});

test("a refused export says so and leaves the window as it is", async () => {
  show(vi.fn(() => Promise.reject(new ApiError(500, { message: "No room" }))));
  const dialog = await open();
  await send(dialog);
  expect(await screen.findByText("Une erreur est survenue lors de l’export de vos fruits.")).toBeVisible();
  expect(dialog.getByRole("radio", { name: /Tout/ })).toBeVisible();
});
