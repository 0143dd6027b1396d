import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, Portal, signIn } from "../testing/Portal";

const terms = (change: Partial<Schemas["Terms"]> = {}): Schemas["Terms"] => ({
  organization: { id: "org-1", name: "Port SAS" },
  contract: null,
  returns: [{ type: "T-shirt", price: "2.60" }],
  storages: [
    { min: null, max: "0.5", units: "m3", price: "12.00" },
    { min: "0.5", max: "2", units: "m3", price: "10.50" },
    { min: "2", max: null, units: "m3", price: "9.00" },
  ],
  stores: [
    {
      id: "store-1",
      name: "Maison Aube",
      seedingCost: "5.00",
      ticketCost: "2.60",
      returnCost: "2.60",
      charges: [{ name: "Abonnement", price: "1450.00", unit: "month" }],
    },
  ],
  updatedAt: "2026-01-06T09:00:00Z",
  ...change,
});

const table = (name: string) => within(screen.getByRole("group", { name }));
const reader = customer({ permissions: ["READ_FEE"] });

test("a customer reads the prices of returns, of storage and of each store", async () => {
  signIn(reader);
  server.use(answers("/organization/org-1/terms", terms()));
  render(<Portal at="/customer/org-1/legal" />);
  expect(await screen.findByRole("heading", { name: "Contrat et tarifs" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Aucun contrat" })).toBeVisible();
  expect(table("Tarifs des retours").getByText("2,60 €")).toBeVisible();
  const storage = table("Tarifs de stockage");
  for (const range of ["moins de 0,5", "0,5 – 2", "plus de 2"])
    expect(storage.getByText(range)).toBeVisible();
  const charges = within(table("Boutique Maison Aube").getByText("Abonnement").closest("tr") as HTMLElement);
  expect(charges.getByText("mois")).toBeVisible();
  expect(charges.getByText("1 450,00 €")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Ajouter un tarif de retour" })).toBeNull();
});

test("where nothing was agreed yet the page says so", async () => {
  signIn(reader);
  server.use(answers("/organization/org-1/terms", terms({ returns: [], storages: [], stores: [] })));
  render(<Portal at="/customer/org-1/legal" />);
  expect(await screen.findByRole("heading", { name: "Aucun tarif de retour" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Aucun tarif de stockage" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Aucune boutique" })).toBeVisible();
});

test("a customer without the permission is offered no prices", async () => {
  signIn(customer());
  render(<Portal at="/customer/org-1/order" />);
  await screen.findByRole("link", { name: "#1042" });
  expect(screen.queryByRole("link", { name: "Contrat et tarifs" })).toBeNull();
});

test("a contract that does not come says so, and is tried again", async () => {
  signIn(reader);
  const contract = {
    id: "file-1",
    name: "contrat-port.pdf",
    size: 125_000,
    mediaType: "application/pdf",
    path: "uploads/user-1/contrat-port.pdf",
    author: null,
    createdAt: "2026-02-01T09:00:00Z",
  };
  server.use(
    answers("/organization/org-1/terms", terms({ contract })),
    refuses("/organization/org-1/contract", 500, "UnknowException"),
  );
  render(<Portal at="/customer/org-1/legal" />);
  expect(await screen.findByText("contrat-port.pdf")).toBeVisible();
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByRole("button", { name: "Réessayer" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Télécharger/ }));
  expect(await screen.findByText(/« contrat-port\.pdf » n’a pas été téléchargé/)).toBeVisible();
});

test("staff change the prices in place; a band needs a limit, and its limits their order", async () => {
  signIn(person());
  server.use(answers("/organization/org-1/terms", terms({ returns: [], storages: [] })));
  const sent: unknown[] = [];
  server.use(
    http.put(api("/organization/org-1/terms"), async ({ request }) => {
      sent.push([request.headers.get("if-match"), await request.json()]);
      return HttpResponse.json({ data: terms() });
    }),
  );
  render(<Portal at="/admin/organization/org-1/legal" />);
  await userEvent.click(await screen.findByRole("button", { name: "Ajouter un tarif de retour" }));
  await userEvent.keyboard("Pull");
  const returns = within(screen.getByRole("group", { name: "Prix par type d’article" }));
  await userEvent.type(returns.getByRole("textbox", { name: /Prix HT/ }), "3,1");
  await userEvent.click(screen.getByRole("button", { name: "Ajouter un tarif de stockage" }));
  const storage = within(screen.getByRole("group", { name: "Prix par tranche" }));
  await userEvent.type(storage.getByRole("textbox", { name: /Prix HT/ }), "9");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await storage.findByText("Indiquez au moins une des deux limites.")).toBeVisible();

  await userEvent.type(storage.getByRole("textbox", { name: /Plus de/ }), "2");
  await userEvent.type(storage.getByRole("textbox", { name: /Jusqu’à/ }), "0,5");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await storage.findByText("Cette limite doit dépasser la première.")).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.clear(storage.getByRole("textbox", { name: /Jusqu’à/ }));
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Tarifs enregistrés")).toBeVisible();
  expect(sent).toEqual([
    [
      "2026-01-06T09:00:00Z",
      {
        returns: [{ type: "Pull", price: "3.10" }],
        storages: [{ min: "2", max: null, units: "m3", price: "9.00" }],
      },
    ],
  ]);
});
