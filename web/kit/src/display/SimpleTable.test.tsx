import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { SimpleTable } from "./SimpleTable";
import { RowsSkeleton } from "./skeletons";

const COLUMNS = [
  { id: "line", header: "Line", cell: (line: number) => <button type="button">Line {line}</button> },
  { id: "why", header: "Why", cell: () => "Not a number" },
];

const show = (count: number) =>
  render(
    <Screen>
      <SimpleTable
        caption="Faults"
        rows={Array.from({ length: count }, (_, line) => line)}
        rowKey={(line) => line}
        columns={COLUMNS}
      />
    </Screen>,
  );

/** jsdom lays nothing out: a box of 600 pixels, in rows of 40. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
}
afterEach(() => vi.restoreAllMocks());

test("two hundred rows are all there", () => {
  show(200);
  expect(screen.getAllByRole("row")).toHaveLength(201);
});

test("of thousands those in sight are drawn, and each says which of how many it is", async () => {
  layOut();
  show(5_000);
  const table = await screen.findByRole("table");
  expect(table).toHaveAttribute("aria-rowcount", "5001");
  expect(within(table).getByRole("row", { name: /Line 0/ })).toHaveAttribute("aria-rowindex", "2");
  expect(within(table).getAllByRole("row").length).toBeLessThan(60);

  const box = screen.getByRole("group", { name: "Faults" });
  box.scrollTop = 100_000;
  fireEvent.scroll(box);
  expect((await screen.findAllByText(/^Line 2[56]\d\d$/)).length).toBeGreaterThan(10);
  expect(screen.queryByText("Line 0")).toBeNull();
});

test("a row with the focus stays when it is scrolled away", async () => {
  layOut();
  show(5_000);
  await userEvent.click(await screen.findByRole("button", { name: "Line 3" }));
  const box = screen.getByRole("group", { name: "Faults" });
  box.scrollTop = 100_000;
  fireEvent.scroll(box);
  expect((await screen.findAllByText(/^Line 2[56]\d\d$/)).length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Line 3" })).toHaveFocus();
});

test("a row that holds more opens below itself, however many rows there are", async () => {
  render(
    <Screen>
      <SimpleTable
        caption="Faults"
        rows={Array.from({ length: 300 }, (_, line) => line)}
        rowKey={(line) => line}
        columns={COLUMNS}
        expand={{
          label: (line) => `line ${line}`,
          panel: (line) => (line === 250 ? () => <p>What it holds</p> : null),
        }}
      />
    </Screen>,
  );
  const opener = await screen.findByRole("button", { name: /line 250/ });
  expect(screen.queryByRole("button", { name: /line 1$/ })).toBeNull();
  await userEvent.click(opener);
  expect(opener).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("What it holds")).toBeVisible();
  await userEvent.click(opener);
  expect(screen.queryByText("What it holds")).toBeNull();
});

test("a table on its way has its headings and as many rows as are told, out of everybody's way", () => {
  const { container } = render(
    <Screen>
      <RowsSkeleton caption="Articles" columns={[{ id: "name", header: "Nom", cell: () => "?" }]} rows={5} />
    </Screen>,
  );
  expect(container.querySelectorAll("tbody tr")).toHaveLength(5);
  expect(container.querySelector("th")).toHaveTextContent("Nom");
  expect(container.querySelector("[inert]")).not.toHaveTextContent("?");
});
