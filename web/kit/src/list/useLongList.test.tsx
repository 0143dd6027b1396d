import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import type { Rows } from "../api/hooks";
import { api, Screen, server } from "../testing";
import { DataTable } from "./DataTable";
import { useListState } from "./useListState";
import { LONG_TAKE, useLongList } from "./useLongList";

interface Fruit {
  id: string;
  name: string;
}

/** As many as the host counts. */
const COUNTED = 10_000;

/** A host of so many fruits; the first row of each page that was asked for. */
function serve(count: number) {
  const asked: number[] = [];
  server.use(
    http.get(api("/fruit"), ({ request }) => {
      const { skip, take } = JSON.parse(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      asked.push(skip);
      const rows = Array.from({ length: Math.max(0, Math.min(take, count - skip)) }, (_, at) => ({
        id: `f${skip + at}`,
        name: `Fruit ${skip + at}`,
      }));
      const next = skip + take < count ? "next" : null;
      const meta = { total: Math.min(count, COUNTED), exact: count <= COUNTED, next, previous: null };
      return HttpResponse.json({ data: rows, meta });
    }),
  );
  return asked;
}

const COLUMNS = [{ id: "name", header: "Name", cell: ({ name }: Fruit) => name }];

function Fruits({ total }: { total: number | undefined }) {
  const state = useListState({ field: "name", direction: "asc" }, { take: LONG_TAKE });
  const rows = useLongList("/fruit" as never, state.cursor, undefined, total) as unknown as Rows<Fruit>;
  return (
    <DataTable
      caption="Fruits"
      state={state}
      rows={rows}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      bulk={({ rows }) => <output>{rows.map(({ name }) => name).join(", ")}</output>}
      empty={<p>Plant a tree</p>}
    />
  );
}

/** jsdom lays nothing out: a box of 600 pixels, in rows of 40. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
}
afterEach(() => vi.restoreAllMocks());

const show = (total?: number) => {
  layOut();
  render(
    <Screen>
      <Fruits total={total} />
    </Screen>,
  );
};

async function scrollTo(top: number) {
  const box = await screen.findByRole("group", { name: "Fruits" });
  box.scrollTop = top;
  fireEvent.scroll(box);
}

test("what fits on one page is as any list", async () => {
  serve(60);
  show();
  expect(await screen.findByText("Fruit 59")).toBeVisible();
  expect(screen.getByText("1–60 sur 60")).toBeVisible();
});

test("of a hundred thousand, those in sight are fetched and drawn, wherever one scrolls to", async () => {
  const asked = serve(100_000);
  show(100_000);
  expect(await screen.findByText("Fruit 3")).toBeVisible();
  expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "100001");
  expect(screen.getByText(/^100\s000 lignes$/)).toBeVisible();
  await scrollTo(2_000_000);
  const row = (await screen.findByText("Fruit 50010")).closest("tr") as HTMLElement;
  expect(row).toHaveAttribute("aria-rowindex", "50012");
  expect(within(screen.getByRole("table")).getAllByRole("row").length).toBeLessThan(60);
  expect(asked.length).toBeLessThan(8);
});

test("where nobody knows how many there are, the list grows as one scrolls", async () => {
  serve(20_000);
  show();
  expect(await screen.findByText(/^10\s000\+ lignes$/)).toBeVisible();
  await scrollTo(COUNTED * 40);
  expect(await screen.findByText("Fruit 9999")).toBeVisible();
  await scrollTo((COUNTED + 50) * 40);
  expect(await screen.findByText("Fruit 10050")).toBeVisible();
});

test("what was selected stays so when it is scrolled away", async () => {
  serve(5_000);
  show();
  await userEvent.click(await screen.findByRole("checkbox", { name: /Fruit 3$/ }));
  await scrollTo(100_000);
  await userEvent.click(await screen.findByRole("checkbox", { name: /Fruit 2505$/ }));
  expect(screen.getByText("Fruit 3, Fruit 2505")).toBeVisible();
});
