import { expect, test } from "vitest";
import { placeIn } from "./refusal";
import { newLine } from "./values";

const fill = {
  commissions: [],
  fees: [{ title: "Envois", lines: [{ ...newLine("fees"), label: "Colis" }, newLine("fees")] }],
};

test("a part that is refused is found by what its group and line are called", () => {
  const place = (field: string) => placeIn(fill, field);
  expect(place("figures.fees[0].lines[0].amount")).toEqual(["fees", "Envois", "Colis", "amount"]);
  expect(place("fees[0].lines[1].label")).toEqual(["fees", "Envois", "label"]);
  expect(place("figures.fees[0].title")).toEqual(["fees", "Envois", "title"]);
  expect(place("fees")).toEqual(["fees"]);
  expect(place("figures.organizationVat")).toEqual(["organizationVat"]);
  expect(place("figures.salesReport.taxes")).toEqual(["salesReport"]);
  expect(place("")).toEqual([]);
});
