import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Screen } from "../testing";
import { Grid } from "./Grid";
import { cellsOf, cellText, cellValue, faultOf, type GridColumn, pasted } from "./values";

const COLUMNS: GridColumn[] = [
  { id: "country", label: "Pays", required: true },
  { id: "price", label: "Prix", kind: "decimal", decimals: 2 },
  { id: "gross", label: "TTC", kind: "decimal", readOnly: true },
];

test("what a spreadsheet copies is read cell by cell", () => {
  expect(cellsOf("FR\t4,20\r\nDE\t6,80\r\n")).toEqual([
    ["FR", "4,20"],
    ["DE", "6,80"],
  ]);
  expect(cellsOf('"a\n""b"""\t\nc\t')).toEqual([
    ['a\n"b"', ""],
    ["c", ""],
  ]);
});

test("a pasted block is laid over cells, adds rows, and leaves alone what may only be read", () => {
  const rows = [
    { country: "FR", price: "1.00", gross: "1.20" },
    { country: "DE", price: "2.00", gross: "2.40" },
  ];
  const cells = [
    ["1 234,5 €", "9", "out"],
    ["x", "9"],
  ];
  const blank = () => ({ country: "", price: "", gross: "" });
  expect(pasted(rows, COLUMNS, { row: 1, column: 1 }, cells, blank)).toEqual([
    rows[0],
    { country: "DE", price: "1234.50", gross: "2.40" },
    { country: "", price: "x", gross: "" },
  ]);
  expect(pasted(rows, COLUMNS, { row: 1, column: 1 }, cells)).toHaveLength(2);
});

test("values are exact, and wrong ones are told", () => {
  const [country, price] = COLUMNS as [GridColumn, GridColumn];
  expect(cellValue(price, "4,5")).toBe("4.50");
  expect([faultOf(country, ""), faultOf(price, "x"), faultOf(price, "1.234"), faultOf(price, "")]).toEqual([
    "required",
    "number",
    "decimals",
    null,
  ]);
});

test("of given values a cell takes their names, and tells what is none of them", () => {
  const country: GridColumn = {
    id: "country",
    label: "Pays",
    options: [
      { value: "FR", label: "France" },
      { value: "RE", label: "La Réunion" },
    ],
  };
  expect(["france", "fr", " La reunion ", "Frence"].map((text) => cellValue(country, text))).toEqual([
    "FR",
    "FR",
    "RE",
    "Frence",
  ]);
  expect(["RE", "Frence", ""].map((value) => faultOf(country, value))).toEqual([null, "option", null]);
  expect(cellText(country, "RE")).toBe("La Réunion");
});

function Prices() {
  const [rows, setRows] = useState([
    { country: "FR", price: "4.20", gross: "5.04" },
    { country: "", price: "6.80", gross: "8.16" },
  ]);
  return (
    <Grid
      label="Tarifs"
      columns={COLUMNS}
      rows={rows}
      onChange={(changed) => setRows(changed as typeof rows)}
      newRow={() => ({ country: "", price: "", gross: "" })}
    />
  );
}

test("cells are typed into and emptied with keys, and a block is pasted", async () => {
  render(
    <Screen>
      <Prices />
    </Screen>,
  );
  expect(screen.getByRole("status")).toHaveTextContent("1 cellule à corriger");
  await userEvent.click(await screen.findByRole("gridcell", { name: "4,20" }));
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("1 000,5{Enter}");
  expect(await screen.findByRole("gridcell", { name: "1\u202f000,50" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("gridcell", { name: "FR" }));
  await userEvent.keyboard("{Delete}");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("2 cellules à corriger"));
  await userEvent.paste("DE\t7\nBE\t8\nIT\t9");
  expect(await screen.findByRole("gridcell", { name: "9,00" })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
});
