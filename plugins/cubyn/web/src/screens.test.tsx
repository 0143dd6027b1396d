import type { Schemas } from "@comptoir/kit";
import { api, Screen, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import CarrierCreate from "./CarrierCreate";
import CarrierDetail from "./CarrierDetail";
import CarrierList from "./CarrierList";

type Connection = Schemas["cubyn.Connection"];

import { messages } from "./messages";
import Shipping from "./Shipping";

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
  );
}

test("shipping says where prices will come from and whether Cubyn answers", async () => {
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
  expect(screen.getByRole("heading", { name: "Aucun tarif" })).toBeVisible();
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

test.each([
  ["Transporteurs Cubyn", "Aucun transporteur", <CarrierList key="list" />],
  ["Nouveau transporteur", "La saisie n’est pas encore ouverte", <CarrierCreate key="create" />],
  ["Transporteur 42", "Ce transporteur n’existe pas", <CarrierDetail key="detail" />],
])("%s says why it is empty", (title, empty, page) => {
  render(
    <Screen at="/carrier/42" path="/carrier/:carrierId">
      {page}
    </Screen>,
  );
  expect(screen.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  expect(screen.getByRole("heading", { name: empty })).toBeVisible();
});
