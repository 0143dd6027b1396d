import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PostalAddress } from "../address/PostalAddress";
import { Hint } from "../display/Hint";
import { Screen } from "../testing";
import { BarList } from "./BarList";
import { Stat } from "./Stat";
import { Trend } from "./Trend";

test.each([
  ["1250.00", "1000.00", "En hausse+25,0 %"],
  ["75", "100", "En baisse-25,0 %"],
  ["-50", "-100", "En hausse+50,0 %"],
  ["3", "0", "En hausseNouveau"],
  ["5", "5", "Inchangé"],
  ["0", "0", "Inchangé"],
])("from %s after %s is told as %s", (value, before, words) => {
  const { container } = render(
    <Screen>
      <Trend value={value} before={before} period="octobre" />
    </Screen>,
  );
  const text = container.textContent?.replace(/\s/g, " ") ?? "";
  expect(text).toContain(`${words} par rapport à octobre`);
});

test("an address has a line for what is known, and a dash where nothing is", () => {
  const { container, rerender } = render(
    <Screen>
      <PostalAddress
        address={{ company: "", firstName: "Nora", lastName: null, zip: "75010", countryCode: "FR" }}
      />
    </Screen>,
  );
  expect([...(container.querySelector("address")?.children ?? [])].map((line) => line.textContent)).toEqual([
    "Nora",
    "75010",
    "France",
  ]);
  rerender(
    <Screen>
      <PostalAddress address={null} />
    </Screen>,
  );
  expect(screen.getByText("—")).toBeVisible();
});

test("a bar has its share and leads to its list; the first ten are seen until all are asked for", async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ id: `Pays ${at + 1}`, orders: at === 0 ? 29 : 1 }));
  render(
    <Screen>
      <BarList
        caption="Par pays"
        rows={rows}
        rowKey={({ id }) => id}
        name={({ id }) => id}
        value={({ orders }) => orders}
        format={(value) => `${value} cde`}
        to={({ orders }) => (orders > 1 ? "/admin/order" : undefined)}
      />
    </Screen>,
  );
  const list = within(screen.getByRole("list", { name: "Par pays" }));
  const [first, ...others] = list.getAllByRole("listitem");
  expect(first).toHaveTextContent(/Pays 1\s*29 cde\s*72,5\s%/);
  expect(list.getAllByRole("link")).toEqual([list.getByRole("link", { name: "Pays 1" })]);
  expect(others.filter((row) => row.dataset.late)).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Afficher les 12 lignes" }));
  expect(screen.getByRole("button", { name: "Afficher les premières" })).toBeVisible();
});

test("what a figure is stands behind its button, which gets the focus back", async () => {
  render(
    <Screen>
      <Stat label="Commandes" value="12" hint={<Hint of="Commandes">Passées ces jours-là.</Hint>} />
    </Screen>,
  );
  const button = screen.getByRole("button", { name: /^Définition\s: Commandes$/ });
  await userEvent.click(button);
  const panel = await screen.findByRole("dialog", { name: /^Définition\s: Commandes$/ });
  await waitFor(() => expect(panel).toHaveTextContent("Passées ces jours-là."));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: /^Définition/ })).toHaveFocus());
});
