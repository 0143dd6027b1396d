import type { Schemas } from "@comptoir/kit";
import { api, Screen, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import CarrierList from "./CarrierList";
import { messages } from "./messages";
import Shipping from "./Shipping";

type Connection = Schemas["cubyn.Connection"];

beforeAll(() => {
  i18next.addResourceBundle("fr", "cubyn", messages.fr);
});

function serve(...data: Connection[]) {
  server.use(
    http.get(api("/cubyn/connection"), () =>
      HttpResponse.json({ data, meta: { total: data.length, page: 0, size: 20 } }),
    ),
    http.get(api("/connector"), () =>
      HttpResponse.json({ data: [{ id: "c-1", storeId: "s-1", storeName: "Lune" }] }),
    ),
    http.get(api("/plugins"), () => HttpResponse.json({ data: [{ id: "cubyn", name: "Cubyn" }] })),
    http.get(api("/shipping/carrier"), () =>
      HttpResponse.json({ data: [], meta: { total: 0, exact: true, next: null, previous: null } }),
    ),
  );
}

test("shipping says what is missing for prices and whether Cubyn answers", async () => {
  serve(
    { connector: "c-1", merchant: "706293859", application: "Comptoir", problem: null },
    { connector: "c-2", merchant: "1", application: null, problem: "unavailable" },
  );
  render(
    <Screen>
      <Shipping />
    </Screen>,
  );
  expect(await screen.findByText("Lune")).toBeVisible();
  expect(screen.getByText("Cubyn répond")).toBeVisible();
  expect(screen.getByText("Cubyn ne répond pas")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Aucun tarif" })).toBeVisible();
  const carriers = screen.getByRole("link", { name: "Voir les transporteurs" });
  expect(carriers).toHaveAttribute("href", "/admin/cubyn/shipping/carrier");
});

test("without a connection it says what to do", async () => {
  serve();
  render(
    <Screen>
      <Shipping />
    </Screen>,
  );
  expect(await screen.findByRole("heading", { name: "Aucune boutique connectée à Cubyn" })).toBeVisible();
});

test("without a carrier the list leads to the form of one", async () => {
  serve();
  render(
    <Screen>
      <CarrierList />
    </Screen>,
  );
  expect(await screen.findByRole("heading", { name: "Transporteurs Cubyn", level: 1 })).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Aucun transporteur" })).toBeVisible();
  const [create] = screen.getAllByRole("link", { name: "Créer un transporteur" });
  expect(create).toHaveAttribute("href", "/admin/cubyn/shipping/carrier/create");
});
