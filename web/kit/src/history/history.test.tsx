import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { refresh } from "../api/hooks";
import { answers, api, person, refuses, Screen, server } from "../testing";
import type { HistoryEntry } from "./changes";
import { History } from "./History";

const FIELDS = { name: "Nom", "address.city": "Ville", permissions: "Autorisations", active: "Active" };

const entry = (change: object): HistoryEntry => ({
  at: "2026-01-15T09:30:00Z",
  actor: "Camille Martin",
  action: "update",
  changes: [],
  ...change,
});

const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

function show(entries: HistoryEntry[], user = person()) {
  server.use(answers("/history", entries), answers("/plugins", []));
  render(
    <Screen as={user}>
      <History
        entity="store"
        id="store-1"
        fields={FIELDS}
        values={(field, value) => (field === "permissions" ? `droit ${value}` : undefined)}
      />
    </Screen>,
  );
}

test("a change is told in a sentence, by day and time", async () => {
  show([entry({ changes: [change("name", "Aube", "Aurore")] })]);
  expect(await screen.findByText("Camille Martin a modifié Nom : « Aube » → « Aurore »")).toBeVisible();
  expect(screen.getByRole("heading", { name: "jeudi 15 janvier 2026" })).toBeVisible();
  expect(screen.getByText("10:30")).toBeVisible();
});

test("several changes are listed, objects by their fields, values in words", async () => {
  show([
    entry({
      changes: [
        change("address", { city: "Lyon", zip: "69001" }, { city: "Lille", zip: "69001" }),
        change("active", true, false),
        change("permissions", [], ["A", "B"]),
        change("limit", "10.50", "0"),
        change("since", "2026-01-05T09:00:00Z", "2026-02-05T09:00:00Z"),
      ],
    }),
  ]);
  await screen.findByText("Camille Martin a modifié cette fiche");
  const listed = screen.getAllByRole("list").at(-1) as HTMLElement;
  expect(within(listed).getAllByRole("listitem")).toHaveLength(5);
  expect(listed).toHaveTextContent("Ville : « Lyon » → « Lille »");
  expect(listed).toHaveTextContent("Active : oui → non");
  expect(listed).toHaveTextContent("Autorisations : — → « droit A », « droit B »");
  expect(listed).toHaveTextContent("limit : 10,50 → 0");
  expect(listed).toHaveTextContent("since : 05/01/2026 à 10:00 → 05/02/2026 à 10:00");
});

test("other actions are told by their word, unknown ones as they are", async () => {
  show([
    entry({ action: "archive", changes: [change("archived", false, true)] }),
    entry({ action: "sign-in" }),
    entry({ action: "teleport", actor: "orders.synchronize" }),
  ]);
  expect(await screen.findByText("Camille Martin a archivé cette fiche")).toBeVisible();
  expect(screen.getByText("Camille Martin a ouvert une session")).toBeVisible();
  expect(screen.getByText("orders.synchronize : teleport")).toBeVisible();
});

test("parts of the portal are no people, and ids no news beside names", async () => {
  const store = { id: "store-1", name: "Maison Aube" };
  const changes = [change("author", null, "schedule"), change("store", null, store)];
  show([
    entry({ action: "create", actor: "orders", changes }),
    entry({ action: "sign-in", actor: "webhook acme" }),
  ]);
  expect(await screen.findByText("Le portail a créé cette fiche")).toBeVisible();
  const listed = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(listed).toContainEqual(expect.stringMatching(/^author\s: «\sLe portail\s»$/));
  expect(listed.join()).not.toContain("store-1");
  expect(screen.getByText("Le connecteur acme a ouvert une session")).toBeVisible();
});

test("a long history shows its beginning first", async () => {
  const names = ["A", "B", "C", "D", "E", "F", "G"];
  show(names.map((actor) => entry({ action: "sign-in", actor })));
  await screen.findByText("A a ouvert une session");
  expect(screen.queryByText("F a ouvert une session")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Afficher 2 lignes de plus" }));
  expect(screen.getByText("G a ouvert une session")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Afficher moins de lignes" }));
  expect(screen.queryByText("G a ouvert une session")).toBeNull();
});

test("it is renewed when its record is", async () => {
  show([]);
  expect(await screen.findByText(/Aucune modification pour le moment/)).toBeVisible();
  server.use(answers("/history", [entry({ action: "restore" })]));
  await refresh("store");
  expect(await screen.findByText("Camille Martin a rétabli cette fiche")).toBeVisible();
});

test("a failure is told in its place", async () => {
  server.use(refuses("/history", 500, "InternalException"));
  render(
    <Screen>
      <History entity="user" id="user-1" fields={{}} />
    </Screen>,
  );
  expect(await screen.findByRole("alert")).toBeVisible();
});

test("others than staff neither see nor ask for it", async () => {
  let isAsked = false;
  server.use(
    http.get(api("/history"), () => {
      isAsked = true;
      return HttpResponse.json({ data: [] });
    }),
  );
  render(
    <Screen as={person({ role: "customer" })}>
      <p>Aube</p>
      <History entity="store" id="store-1" fields={FIELDS} />
    </Screen>,
  );
  expect(await screen.findByText("Aube")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Historique" })).toBeNull();
  expect(isAsked).toBe(false);
});
