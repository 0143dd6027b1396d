import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { Chart } from "./Chart";
import { csvName, toCsv } from "./csv";

// Nothing is laid out here, and a plot wants room.
vi.mock("./Plot", () => ({ default: () => null }));

test("a file opens in the language's spreadsheet, exact, and calculates nothing", () => {
  const rows = [
    ["Mois", "Total"],
    ["janv.", "1234.50"],
    ['=cmd("x")', -3],
    ["a;b", null],
  ];
  expect(toCsv(rows, "fr")).toBe('\uFEFFMois;Total\r\njanv.;1234,50\r\n"\'=cmd(""x"")";-3\r\n"a;b";\r\n');
  expect(toCsv([["a;b", "1234.50"]], "en")).toBe("\uFEFFa;b,1234.50\r\n");
  expect(csvName("Chiffre d’affaires HT")).toBe("chiffre-d-affaires-ht.csv");
});

test("the same figures are there as a table and as a file", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  render(
    <Screen>
      <Chart
        title="Ventes"
        kind="bar"
        rows={[
          { month: "janv.", net: "1234.50" },
          { month: "févr.", net: null },
        ]}
        x={{ label: "Mois", value: (row) => row.month }}
        series={[
          {
            id: "net",
            label: "Net",
            value: (row) => row.net,
            to: (row) => `/admin/order?month=${row.month}`,
          },
        ]}
        unit="€"
        format={(value) => `${value} €`}
        marks={{ label: "Sortie", value: ({ month }) => (month === "janv." ? "Aube" : null) }}
      />
    </Screen>,
  );
  expect(within(screen.getByRole("figure", { name: "Ventes" })).getByRole("list")).toHaveTextContent(
    "Sortie",
  );
  await userEvent.click(screen.getByRole("button", { name: /^Voir.*en tableau$/ }));
  const table = screen.getByRole("table");
  // What a mark in the plot is of stands beside its row.
  expect(within(table).getByRole("columnheader", { name: "Sortie" })).toBeVisible();
  expect(within(table).getByRole("row", { name: /^janv\..*Aube$/ })).toBeVisible();
  // What nobody knows is made of nothing.
  expect(within(table).getAllByRole("link")).toEqual([
    within(table).getByRole("link", { name: "1234.50 €" }),
  ]);
  expect(within(table).getByRole("row", { name: /^févr\.\s*—\s*—$/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Voir.*en graphique$/ })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Télécharger.*en CSV$/ }));
  expect(click).toHaveBeenCalledOnce();
  expect(await saved[0]?.text()).toContain("janv.;1234,50;Aube\r\n");
});
