import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Screen } from "../testing";
import { Board } from "./Board";
import { movedBeside, movedTo } from "./order";
import { Sortable } from "./Sortable";

test("a thing goes before or after another, and stays where it would be already", () => {
  const things = ["a", "b", "c", "d"];
  expect(movedTo(things, 0, 3)).toEqual(["b", "c", "d", "a"]);
  expect(movedBeside(things, 0, 2, "bottom")).toEqual(["b", "c", "a", "d"]);
  expect(movedBeside(things, 3, 1, "top")).toEqual(["a", "d", "b", "c"]);
  expect(movedBeside(things, 1, 0, "bottom")).toBe(things);
  expect(movedBeside(things, -1, 0, "bottom")).toBe(things);
});

function Stages() {
  const [items, setItems] = useState(["Devis", "Impression", "Expédition"]);
  return (
    <Sortable
      label="Étapes"
      items={items}
      itemKey={(item) => item}
      itemLabel={(item) => item}
      onOrder={setItems}
    >
      {(item) => item}
    </Sortable>
  );
}

test("keys put things in order, and it is said", async () => {
  render(
    <Screen>
      <Stages />
    </Screen>,
  );
  const stages = () => screen.getAllByRole("listitem").map((item) => item.textContent);
  screen.getByRole("button", { name: /^Déplacer.*Expédition$/ }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Vers le haut" }));
  expect(stages()).toEqual(["Devis", "Expédition", "Impression"]);
  expect(screen.getByRole("status")).toHaveTextContent(/Expédition.: position 2 sur 3/);
  await userEvent.click(screen.getByRole("button", { name: /^Déplacer.*Devis$/ }));
  expect(screen.queryByRole("menuitem", { name: "Vers le haut" })).toBeNull();
  await userEvent.click(await screen.findByRole("menuitem", { name: "En dernier" }));
  expect(stages()).toEqual(["Expédition", "Impression", "Devis"]);
});

function Productions() {
  const [stage, setStage] = useState("quote");
  return (
    <Board
      label="Productions"
      columns={[
        { id: "quote", label: "Devis" },
        { id: "making", label: "En production" },
        { id: "shipped", label: "Expédiée" },
      ]}
      items={["Affiche"]}
      itemKey={(item) => item}
      itemLabel={(item) => item}
      columnOf={() => stage}
      movesTo={() => ["making"]}
      onMove={(_, column) => setStage(column)}
    >
      {(item) => item}
    </Board>
  );
}

test("a card's menu moves it to the columns that it may go to", async () => {
  render(
    <Screen>
      <Productions />
    </Screen>,
  );
  const column = (name: RegExp) => within(screen.getByRole("region", { name }));
  await userEvent.click(column(/^Devis/).getByRole("button", { name: /^Déplacer.*Affiche$/ }));
  expect(
    (await screen.findAllByRole("menuitem")).map((item) => item.textContent?.replace(/\s/g, " ")),
  ).toEqual(["Vers « En production »"]);
  await userEvent.click(screen.getByRole("menuitem"));
  expect(column(/^En production/).getByText("Affiche")).toBeVisible();
  expect(column(/^Devis/).getByText("Rien ici")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(/Affiche.: En production/);
});
