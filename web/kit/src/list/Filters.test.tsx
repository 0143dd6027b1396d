import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { expect, test } from "vitest";
import type { RecordSource } from "../form/records";
import { dayOf, daysAfter } from "../i18n/day";
import { Screen } from "../testing";
import { decodeCursor } from "./cursor";
import { Filters } from "./Filters";
import { type FilterOffer, parseNumber } from "./filters";
import { useListState } from "./useListState";

const named = (place: number) => ({ id: `s${place}`, name: `Store ${place}` });
/** Five hundred stores, of which a search gives the first three. */
const STORES: RecordSource<{ id: string; name: string }> = {
  key: ["/store"],
  search: async (text) =>
    Array.from({ length: 500 }, (_, place) => named(place))
      .filter(({ name }) => name.toLowerCase().includes(text))
      .slice(0, 3),
  find: async (ids) => ids.map((id) => named(Number(id.slice(1)))),
  idOf: ({ id }) => id,
  label: ({ name }) => name,
};
const OFFERS: FilterOffer[] = [
  { kind: "numbers", field: "total", label: "Total", suffix: "€" },
  { kind: "record", field: "storeId", label: "Store", source: STORES },
  { kind: "dates", field: "day", label: "Day" },
  { kind: "dates", field: "due", label: "Due", future: true },
];

function Chips() {
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <>
      <Filters offers={OFFERS} state={state} />
      <pre data-testid="filters">{JSON.stringify(state.query.filters)}</pre>
      <pre data-testid="asked">{JSON.stringify(decodeCursor(state.cursor, state.query).filters)}</pre>
    </>
  );
}
const show = () =>
  render(
    <Screen>
      <Chips />
    </Screen>,
  );
const json = (id: string) => JSON.parse(screen.getByTestId(id).textContent ?? "");
const filters = () => json("filters");

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

test.each([
  ["fr", ["7 derniers jours", "30 derniers jours", "90 derniers jours"]],
  ["en", ["Last 7 days", "Last 30 days", "Last 90 days"]],
])("the periods up to today are named in %s by how many days they have", async (language, names) => {
  await i18next.changeLanguage(language);
  show();
  await userEvent.click(screen.getByRole("button", { name: "Day" }));
  for (const name of names) expect(await screen.findByRole("button", { name })).toBeVisible();
});

test("a period stays the period it was chosen as, and is asked for as the days that it means today", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Day" }));
  await userEvent.click(await screen.findByRole("button", { name: "30 derniers jours" }));
  const today = dayOf(new Date());
  expect(filters()).toEqual([{ field: "day", from: "month" }]);
  expect(json("asked")).toEqual([{ field: "day", from: daysAfter(today, -29), to: today }]);
  expect(screen.getByRole("button", { name: /^Day\s:\s30 derniers jours$/ })).toBeVisible();
});

test("days are typed as they are written in Europe, and one that cannot be read stays and says so", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Due" }));
  const from = await screen.findByRole("textbox", { name: "Du" });
  await userEvent.type(from, "demain");
  await userEvent.tab();
  expect(from).toHaveValue("demain");
  expect(screen.getByText(/Cette date n’est pas lisible/)).toBeVisible();
  expect(filters()).toEqual([]);
  await userEvent.clear(from);
  await userEvent.type(from, "1/11/96");
  await userEvent.tab();
  expect(filters()).toEqual([{ field: "due", from: "2096-11-01", to: "2096-11-01" }]);
  expect(from).toHaveValue("01/11/2096");
  expect(screen.queryByText(/Cette date n’est pas lisible/)).toBeNull();
});

test("a day to come is refused where nothing can lie ahead", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Day" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Au" }), "01/11/2096");
  await userEvent.tab();
  expect(screen.getByText("Cette date est à venir.")).toBeVisible();
  expect(filters()).toEqual([]);
});

test("any of many records is found, and named on the chip after its page was left", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Store" }));
  expect(await screen.findAllByRole("checkbox")).toHaveLength(3);
  await userEvent.type(screen.getByRole("textbox", { name: "Chercher une option" }), "store 417");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Store 417" }));
  expect(filters()).toEqual([{ field: "storeId", values: ["s417"] }]);
  expect(await screen.findByRole("button", { name: /^Store\s:\sStore 417$/ })).toBeVisible();
});
