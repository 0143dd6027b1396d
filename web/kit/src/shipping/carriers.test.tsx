import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Schemas } from "../api/client";
import { answers, api, person, Screen, server } from "../testing";
import { CarrierCreate, CarrierDetail, CarrierList } from "./screens";

const PLACE = { provider: "bigblue", prices: "/price", carriers: "/carrier" };

const COLISSIMO: Schemas["Carrier"] = {
  id: "c-1",
  name: "Colissimo",
  provider: "bigblue",
  code: "standard",
  fuelSurchage: "8.5",
  translations: '{"de":"Zu Hause","fr":"À domicile"}',
  minDays: 2,
  maxDays: 4,
  archivedAt: null,
  createdAt: "2026-01-05T09:00:00Z",
  updatedAt: "2026-01-05T09:00:00Z",
};
const SERVICES = [
  { id: "standard", name: "Standard" },
  { id: "pickup", name: "Point relais" },
];

function serve(carrier = COLISSIMO, services = SERVICES, connected = true) {
  server.use(
    answers("/plugins", []),
    answers("/shipping/service", { connected, services }),
    answers("/shipping/carrier/c-1", carrier),
    answers("/history", []),
    http.get(api("/shipping/carrier"), ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
      const { filters } = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
      expect(filters).toContainEqual({ field: "provider", values: ["bigblue"] });
      return HttpResponse.json({
        data: [carrier],
        meta: { total: 1, exact: true, next: null, previous: null },
      });
    }),
  );
}

const field = (name: string | RegExp) => screen.findByRole("textbox", { name });

test("the list has the carriers of this provider, and leads to each", async () => {
  serve();
  render(
    <Screen>
      <CarrierList place={PLACE} />
    </Screen>,
  );
  expect(await screen.findByRole("link", { name: "Colissimo" })).toHaveAttribute("href", "/carrier/c-1");
  const row = screen.getByRole("row", { name: /Colissimo/ });
  expect(row).toHaveTextContent(/8,5\s%/);
  expect(row).toHaveTextContent("2 à 4 jours ouvrés");
  expect(screen.getByRole("link", { name: "Créer un transporteur" })).toHaveAttribute(
    "href",
    "/carrier/create",
  );
});

test("a new carrier is one of the provider's services, is called so, and opens then", async () => {
  serve();
  let sent: unknown;
  server.use(
    http.post(api("/shipping/carrier"), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { ...COLISSIMO, id: "c-9" } }, { status: 201 });
    }),
  );
  render(
    <Screen>
      <CarrierCreate place={PLACE} />
    </Screen>,
  );
  await userEvent.click(await screen.findByRole("combobox", { name: "Service du prestataire" }));
  await userEvent.click(await screen.findByRole("option", { name: "Point relais (pickup)" }));
  expect(await field(/^Nom/)).toHaveValue("Point relais");
  await userEvent.type(await field("En français"), "En point relais");
  await userEvent.type(await field("Au plus tard"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Créer un transporteur" }));
  expect(await screen.findByText("elsewhere: /carrier/c-9")).toBeVisible();
  expect(sent).toEqual({
    provider: "bigblue",
    name: "Point relais",
    code: "pickup",
    fuelSurchage: "0",
    translations: '{"fr":"En point relais"}',
    minDays: null,
    maxDays: 5,
  });
});

test("where the provider names no service its code is typed, and a taken name is told at its field", async () => {
  serve(COLISSIMO, [], false);
  server.use(
    http.post(api("/shipping/carrier"), () => {
      const error = { name: "ConflictCarrierNameException", code: 409, message: "Nom pris." };
      return HttpResponse.json({ error: { ...error, payload: { field: "name" } } }, { status: 409 });
    }),
  );
  render(
    <Screen>
      <CarrierCreate place={PLACE} />
    </Screen>,
  );
  const code = await field("Service du prestataire");
  await waitFor(() => expect(code).toHaveAccessibleDescription(/Aucune boutique n’est connectée/));
  await userEvent.type(await field(/^Nom/), "Colissimo");
  await userEvent.click(screen.getByRole("button", { name: "Créer un transporteur" }));
  await waitFor(async () => expect(await field(/^Nom/)).toHaveAccessibleDescription("Nom pris."));
});

const detail = (as = person()) =>
  render(
    <Screen as={as} at="/carrier/c-1" path="/carrier/:carrierId">
      <CarrierDetail place={PLACE} />
    </Screen>,
  );

test("a change keeps the names in other languages, and what it was made of is told", async () => {
  serve();
  let sent: { body: Schemas["CarrierInput"]; edition: string | null } | undefined;
  server.use(
    http.put(api("/shipping/carrier/c-1"), async ({ request }) => {
      sent = {
        body: (await request.json()) as Schemas["CarrierInput"],
        edition: request.headers.get("if-match"),
      };
      return HttpResponse.json({ data: { ...COLISSIMO, ...sent.body } });
    }),
  );
  detail();
  const english = await field("En anglais");
  await userEvent.type(english, "At home");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(sent?.edition).toBe(COLISSIMO.updatedAt));
  expect(JSON.parse(sent?.body.translations ?? "")).toEqual({
    fr: "À domicile",
    en: "At home",
    de: "Zu Hause",
  });
  expect(await screen.findByText("Le transporteur Colissimo a été enregistré")).toBeVisible();
});

test("deleting asks first, leads back to the list, and can be undone", async () => {
  serve();
  const calls: string[] = [];
  server.use(
    http.delete(api("/shipping/carrier/c-1"), () => {
      calls.push("delete");
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(api("/shipping/carrier/c-1/restore"), () => {
      calls.push("restore");
      return HttpResponse.json({ data: COLISSIMO });
    }),
  );
  detail();
  await userEvent.click(await screen.findByRole("button", { name: "Autres actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Supprimer" }));
  const question = await screen.findByRole("dialog", { name: /Supprimer Colissimo/ });
  await userEvent.click(within(question).getByRole("button", { name: "Supprimer" }));
  expect(await screen.findByText("elsewhere: /carrier")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  await waitFor(() => expect(calls).toEqual(["delete", "restore"]));
});

test("an archived carrier is read, and taken back", async () => {
  serve({ ...COLISSIMO, archivedAt: "2026-02-01T09:00:00Z" });
  let isBack = false;
  server.use(
    http.post(api("/shipping/carrier/c-1/restore"), () => {
      isBack = true;
      return HttpResponse.json({ data: COLISSIMO });
    }),
  );
  detail();
  expect(await screen.findByText("Archivé")).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Autres actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rétablir" }));
  await waitFor(() => expect(isBack).toBe(true));
});

test("who may not change carriers reads them", async () => {
  serve();
  detail(person({ permissions: ["READ_CONNECTOR"] }));
  expect(await screen.findByText("À domicile")).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Autres actions" })).toBeNull();
});
