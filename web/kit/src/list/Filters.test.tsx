import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Screen } from "../testing";
import { Filters } from "./Filters";
import { type FilterOffer, parseNumber } from "./filters";
import { useListState } from "./useListState";

const OFFERS: FilterOffer[] = [
  { kind: "numbers", field: "total", label: "Total", suffix: "€" },
  { kind: "dates", field: "day", label: "Day" },
];

function Chips() {
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <>
      <Filters offers={OFFERS} state={state} />
      <pre data-testid="filters">{JSON.stringify(state.query.filters)}</pre>
    </>
  );
}
const show = () =>
  render(
    <Screen>
      <Chips />
    </Screen>,
  );
const filters = () => JSON.parse(screen.getByTestId("filters").textContent ?? "");

test.each([
  ["1 234,5", 1234.5],
  ["12.50", 12.5],
  ["-3", -3],
  ["1,2,3", Number.NaN],
  ["dix", Number.NaN],
])("%s is read as %s", (text, number) => expect(parseNumber(text)).toBe(number));

test("a span of numbers is applied with Enter, shown on its chip and emptied again", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Total" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "De" }), "1 000,5");
  await userEvent.type(screen.getByRole("textbox", { name: "À" }), "20{Enter}");
  expect(filters()).toEqual([{ field: "total", from: 20, to: 1000.5 }]);
  await userEvent.click(screen.getByRole("button", { name: /^Total\s:\s20\s–\s1\s000,5\s€$/ }));
  await userEvent.clear(await screen.findByRole("textbox", { name: "De" }));
  await userEvent.click(screen.getByRole("button", { name: "Appliquer" }));
  expect(filters()).toEqual([{ field: "total", to: 1000.5 }]);
  expect(screen.getByRole("button", { name: /^Total\s:\s≤\s1\s000,5\s€$/ })).toBeVisible();
});

test("what is no number says so and is not asked for", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Total" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "De" }), "beaucoup{Enter}");
  expect(screen.getByRole("textbox", { name: "De" })).toBeInvalid();
  expect(screen.getByText("Ce n’est pas un nombre.")).toBeVisible();
  expect(filters()).toEqual([]);
});

test("dates offer eleven periods, the last of them one's own", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Day" }));
  const presets = within(await screen.findByRole("list", { name: "Périodes" }));
  expect(presets.getAllByRole("button")).toHaveLength(11);
  await userEvent.click(presets.getByRole("button", { name: "Hier" }));
  expect(presets.getByRole("button", { name: "Hier" })).toHaveAttribute("aria-pressed", "true");
  expect(presets.getByRole("button", { name: "Personnalisée" })).toHaveAttribute("aria-pressed", "false");
  await userEvent.click(presets.getByRole("button", { name: "Personnalisée" }));
  expect(screen.getByRole("textbox", { name: "Du" })).toHaveFocus();
});
