import { api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { Portal, pageOf, signIn } from "../testing/Portal";

const article = {
  id: "variant-1",
  productId: "product-1",
  providerId: "",
  sku: "CPSL-AUBE01-0001",
  name: "Aube (LP)",
  title: "Default Title",
  ean: "036000291452",
  store: { id: "store-1", name: "Maison Aube" },
  price: null,
  currency: "",
  weight: null,
  available: null,
};

test("an article of the store fills the new record, a UPC as a barcode of thirteen digits", async () => {
  signIn(person());
  const sent: unknown[] = [];
  server.use(
    pageOf("/variant", [article]),
    http.get(api("/store/store-1"), () =>
      HttpResponse.json({ data: { id: "store-1", name: "Maison Aube" } }),
    ),
    http.post(api("/store/store-1/phonographic"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { ...article, name: "Aube (LP)" } }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/store/store-1/audit/create" />);
  await userEvent.click(await screen.findByRole("combobox", { name: "Article de la boutique" }));
  await userEvent.click(await screen.findByRole("option", { name: /Aube/ }));
  expect(screen.getByRole("textbox", { name: /Code-barres/ })).toHaveValue("0036000291452");
  expect(screen.getByRole("textbox", { name: /Référence/ })).toHaveValue("CPSL-AUBE01-0001");
  await userEvent.click(screen.getByRole("button", { name: "Ajouter un disque" }));
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ name: "Aube (LP)", barcode: "0036000291452" });
  expect(sent[0]).not.toHaveProperty("articleId");
});

test("a SKU that the store has an article of brings its name and barcode, over nothing that was typed", async () => {
  signIn(person());
  server.use(
    pageOf("/variant", [article]),
    http.get(api("/store/store-1"), () =>
      HttpResponse.json({ data: { id: "store-1", name: "Maison Aube" } }),
    ),
  );
  render(<Portal at="/admin/store/store-1/audit/create" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Nom/ }), "Mon disque");
  await userEvent.type(screen.getByRole("textbox", { name: /Référence/ }), "CPSL-AUBE01-0001");
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: /Code-barres/ })).toHaveValue("0036000291452"),
  );
  expect(screen.getByRole("textbox", { name: /^Nom/ })).toHaveValue("Mon disque");
});
