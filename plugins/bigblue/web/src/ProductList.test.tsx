import { api, Screen, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import { messages } from "./messages";
import ProductList from "./ProductList";
import type { Product } from "./product";

beforeAll(() => {
  i18next.addResourceBundle("fr", "bigblue", messages.fr);
});

const product = (number: number): Product => ({
  connector: "c-1",
  id: `MUSI-${String(number).padStart(6, "0")}-0001`,
  sku: `MUSI-${String(number).padStart(6, "0")}-0001`,
  name: `Aube ${number}`,
  barcode: "3760000000017",
  price: "9.99",
  currency: "EUR",
  width: number === 0 ? null : 315,
  depth: number === 0 ? null : 315,
  height: number === 0 ? null : 12,
  weight: number === 0 ? null : 550,
  countryOfOrigin: "FR",
  hsTariffCode: "",
  stock: { available: number, inWarehouse: 60, reserved: 2 },
});

/** Bigblue's products as the plugin pages and searches them. */
function serve(count: number, failed: object[] = []) {
  server.use(
    http.get(api("/bigblue/product"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [page, size] = [Number(query.get("page")), Number(query.get("size"))];
      const all = Array.from({ length: count }, (_, i) => product(i)).filter(({ name }) =>
        name.toLowerCase().includes(query.get("search") ?? ""),
      );
      const data = all.slice(page * size, (page + 1) * size);
      return HttpResponse.json({
        data,
        meta: { total: all.length, page, size, asOf: "2026-01-15T09:00:00Z", failed },
      });
    }),
  );
}

const show = () =>
  render(
    <Screen>
      <ProductList />
    </Screen>,
  );

test("lists products with their stock and pages through them", async () => {
  serve(230);
  show();
  expect(await screen.findByText("Aube 1")).toBeVisible();
  expect(screen.getByText("1–20 sur 230")).toBeVisible();
  expect(screen.getAllByText("315 × 315 × 12 mm")).toHaveLength(19);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Lignes par page" }), "100");
  expect(await screen.findByText("1–100 sur 230")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  expect(await screen.findByText("101–200 sur 230")).toBeVisible();
});

test("finds a product", async () => {
  serve(230);
  show();
  await screen.findByText("Aube 1");
  await userEvent.type(screen.getByRole("searchbox", { name: "Référence, nom ou code-barres" }), "aube 77");
  expect(await screen.findByText("1–1 sur 1")).toBeVisible();
  expect(screen.getByText("Aube 77")).toBeVisible();
});

test("says when a connection could not be asked", async () => {
  serve(3, [{ connector: "c-2", message: "no answer" }]);
  show();
  expect(
    await screen.findByText("1 connexion Bigblue n’a pas répondu : ses produits manquent."),
  ).toBeVisible();
});

test("an empty catalogue says why", async () => {
  serve(0);
  show();
  expect(await screen.findByRole("heading", { name: "Aucun produit chez Bigblue" })).toBeVisible();
});

test("who may not create products has neither the button nor the key", async () => {
  serve(3);
  render(
    <Screen mayOpen={() => false}>
      <ProductList />
    </Screen>,
  );
  expect(await screen.findByText("1–3 sur 3")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Créer un produit" })).toBeNull();
  await userEvent.keyboard("c");
  expect(screen.getByText("1–3 sur 3")).toBeVisible();
});
