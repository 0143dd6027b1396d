import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
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
        title="Par pays"
        rows={rows}
        rowKey={({ id }) => id}
        name={{ label: "Pays", value: ({ id }) => id }}
        figures={[
          {
            id: "orders",
            label: "Commandes",
            value: ({ orders }) => orders,
            format: (value) => `${value}`,
            words: ({ orders }) => `${orders} cde`,
          },
          { id: "net", label: "Ventes", value: () => "1234.50", format: (value) => `${value} €` },
        ]}
        to={({ orders }) => (orders > 1 ? "/admin/order" : undefined)}
      />
    </Screen>,
  );
  const list = within(screen.getByRole("list", { name: "Par pays" }));
  const [first, ...others] = list.getAllByRole("listitem");
  expect(first).toHaveTextContent(/Pays 1\s*29 cde\s*72,5\s%\s*1234.50 €/);
  expect(list.getAllByRole("link")).toEqual([list.getByRole("link", { name: "Pays 1" })]);
  expect(others.filter((row) => row.dataset.late)).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Afficher les 12 lignes" }));
  expect(screen.getByRole("button", { name: "Afficher les premières" })).toBeVisible();
  // The same figures as a table, whose names lead to their lists too, and as a file.
  await userEvent.click(screen.getByRole("button", { name: /^Voir.*Par pays.*en tableau$/ }));
  const table = within(screen.getByRole("table"));
  expect(
    table
      .getAllByRole("row")
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(["PaysCommandesPart (%)Ventes", "Pays 12972,51234.50 €", "Pays 212,51234.50 €"]);
  expect(table.getByRole("link", { name: "Pays 1" })).toHaveAttribute("href", "/admin/order");
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await userEvent.click(screen.getByRole("button", { name: /^Télécharger.*Par pays.*en CSV$/ }));
  expect(await saved[0]?.text()).toContain("Pays;Commandes;Part (%);Ventes\r\nPays 1;29;72,5;1234,50\r\n");
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
