import { answers, api, person, server } from "@comptoir/kit/testing";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { nextOf } from "../../testing/next";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import { projectOf } from "../../testing/projects";
import type { ProjectProduct } from "./api";
import { lookOf } from "./colors";
import { split } from "./split";
import { NEW_PRODUCT, skuProblems, toInput, toValues, unitsOf } from "./values";

const product = (change: Partial<ProjectProduct> = {}): ProjectProduct => ({
  id: "product-1",
  project: { id: "project-1", name: "Tournée 2027" },
  organization: { id: "org-1", name: "Port SAS" },
  store: null,
  storeProduct: null,
  name: "T-shirt tournée",
  status: "IN_PROGRESS",
  reason: null,
  color: "Noir",
  fabric: { weight: "180", unit: "g/m²" },
  fit: "Droite",
  quantityMode: "split",
  quantity: 500,
  pieces: 500,
  variantCount: 2,
  tags: [
    { id: "tag-1", type: "entity", displayName: "T-shirt" },
    { id: "tag-2", type: "composition", displayName: "Coton bio" },
  ],
  variants: [
    { id: "v-1", name: "S", sku: "CPSL-TOUR-S", ean: null, quantity: 1, weight: null, units: 167 },
    { id: "v-2", name: "M", sku: "CPSL-TOUR-M", ean: "4006381333931", quantity: 2, weight: 190, units: 333 },
  ],
  next: nextOf(["READY", "CANCELED"], ["CANCELED"]),
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-02T09:00:00Z",
  ...change,
});

/** What is sent to a call by a method, which answers with the product. */
function hears(method: "post" | "patch", path: string, answer: ProjectProduct) {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ data: answer });
    }),
  );
  return sent;
}

const show = (shown: ProjectProduct) =>
  server.use(answers("/project-products/product-1", shown), pageOf("/project-products", [shown]));

beforeEach(() => {
  signIn(person());
  server.use(
    answers("/projects/project-1", projectOf()),
    http.get(api("/organization/org-1"), () =>
      HttpResponse.json({ data: { stores: [{ id: "store-1", name: "Port Merch" }] } }),
    ),
    answers("/project-products/product-1/files", []),
    answers("/history", []),
    pageOf("/tags", []),
  );
  show(product());
});

test("pieces are split by shares, what is left to the largest remainders (F15)", () => {
  expect(split(500, [1, 2, 2, 1])).toEqual([83, 167, 167, 83]);
  expect(split(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(split(5, [1, 1])).toEqual([3, 2]);
  expect(split(7, [0, 3])).toEqual([0, 7]);
  expect(split(500, [0, 0])).toEqual([0, 0]);
  const shares = Array.from({ length: 100 }, (_, at) => (at * 7919) % 9_999_999);
  expect(split(9_999_999, shares).reduce((sum, part) => sum + part, 0)).toBe(9_999_999);
});

test("pieces are told once all is typed", () => {
  expect(unitsOf(NEW_PRODUCT)).toEqual([83, 167, 167, 83]);
  expect(unitsOf({ ...NEW_PRODUCT, quantity: "" })).toBeNull();
  expect(unitsOf({ ...NEW_PRODUCT, quantityMode: "normal", quantity: "" })).toEqual([1, 2, 2, 1]);
});

test("SKUs that are not filled in or come twice are found", () => {
  const of = (...skus: string[]) => [...skuProblems(skus.map((sku) => ({ sku })))];
  expect(of("CPSL-A", "CPSL-B")).toEqual([]);
  expect(of("CPSL-", "CPSL-A", "CPSL-A ")).toEqual([
    [0, "bare"],
    [2, "twice"],
  ]);
});

test("a product that is read and sent is the same", () => {
  expect(toInput(toValues(product()))).toEqual({
    name: "T-shirt tournée",
    storeId: null,
    color: "Noir",
    fabric: { weight: "180", unit: "g/m²" },
    fit: "Droite",
    quantityMode: "split",
    quantity: 500,
    tags: ["tag-1", "tag-2"],
    variants: [
      { id: "v-1", name: "S", sku: "CPSL-TOUR-S", ean: null, quantity: 1, weight: null },
      { id: "v-2", name: "M", sku: "CPSL-TOUR-M", ean: "4006381333931", quantity: 2, weight: 190 },
    ],
  });
});

test("colours are known by their names and codes", () => {
  expect(lookOf("Noir")).toBe("black");
  expect(lookOf(" Écru ")).toBe("#f0ead6");
  expect(lookOf("#14213D")).toBe("#14213d");
  expect(["Pantone 186 C", "#12", "", null].map(lookOf)).toEqual([null, null, null, null]);
});

test("the list tells tags, colour, weight and pieces of a project's products", async () => {
  const plain = product({ id: "product-2", name: "Affiche", color: null, fabric: null, tags: [] });
  server.use(pageOf("/project-products", [product(), plain]));
  render(<Portal at="/admin/project/project-1/product" />);
  const row = async (name: string) =>
    within((await screen.findByRole("link", { name })).closest("tr") as HTMLElement);
  const first = await row("T-shirt tournée");
  expect(first.getByText("2 étiquettes")).toBeVisible();
  expect(first.getByText("Noir")).toBeVisible();
  expect(first.getByText(/180\s*g\/m²/)).toBeVisible();
  expect(first.getByText("En cours")).toBeVisible();
  expect((await row("Affiche")).getByText("n/d")).toBeVisible();
  expect(screen.getByRole("link", { name: "Créer un produit" })).toHaveAttribute(
    "href",
    "/admin/project/project-1/product/create",
  );
});

const pieces = () =>
  within(screen.getByRole("list", { name: "Variantes" }))
    .getAllByText(/pièces?$/)
    .map((text) => text.textContent);

test("a new product begins with 500 pieces in four sizes, which follow what is typed", async () => {
  render(<Portal at="/admin/project/project-1/product/create" />);
  const total = await screen.findByRole("textbox", { name: /^Quantité totale/ });
  expect(pieces()).toEqual(["83 pièces", "167 pièces", "167 pièces", "83 pièces"]);
  await userEvent.clear(total);
  await userEvent.type(total, "12");
  expect(pieces()).toEqual(["2 pièces", "4 pièces", "4 pièces", "2 pièces"]);
  await userEvent.click(screen.getByRole("button", { name: "Retirer la variante XL" }));
  expect(pieces()).toEqual(["2 pièces", "5 pièces", "5 pièces"]);
});

test("a new product is sent once its SKUs and EANs are right", async () => {
  const sent = hears("post", "/project-products", product());
  render(<Portal at="/admin/project/project-1/product/create" />);
  const fill = (field: HTMLElement | undefined, value: string) =>
    fireEvent.change(field as HTMLElement, { target: { value } });
  fill(await screen.findByLabelText(/^Nom(?! de)/), "T-shirt");
  const create = screen.getByRole("button", { name: "Créer un produit" });
  await userEvent.click(create);
  expect(await screen.findAllByText("Complétez la référence.")).toHaveLength(4);

  for (const [at, sku] of screen.getAllByLabelText(/^Référence/).entries()) fill(sku, `CPSL-T${at}`);
  const [ean] = screen.getAllByLabelText("EAN");
  fill(ean, "4006381333932");
  await userEvent.click(create);
  expect(await screen.findByText("EAN incorrect.")).toBeVisible();
  expect(sent).toEqual([]);

  fill(ean, "4006381333931");
  await userEvent.click(create);
  expect(await screen.findByText("Le produit « T-shirt tournée » a été créé")).toBeVisible();
  const variants = [
    { name: "S", sku: "CPSL-T0", ean: "4006381333931", quantity: 1 },
    { name: "M", sku: "CPSL-T1", ean: null, quantity: 2 },
    { name: "L", sku: "CPSL-T2", quantity: 2 },
    { name: "XL", sku: "CPSL-T3", quantity: 1 },
  ];
  expect(sent).toMatchObject([
    { projectId: "project-1", quantityMode: "split", quantity: 500, fabric: null, variants },
  ]);
});

test("variants are put in order, and each stays who it is", async () => {
  const sent = hears("patch", "/project-products/product-1", product());
  render(<Portal at="/admin/project/project-1/product/product-1" />);
  await userEvent.click(await screen.findByRole("button", { name: /^Déplacer.*M$/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Vers le haut" }));
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Le produit a été enregistré")).toBeVisible();
  expect(sent).toMatchObject([{ variants: [{ id: "v-2" }, { id: "v-1" }] }]);
});

test("quantities are told by variant where the total is not split", async () => {
  render(<Portal at="/admin/project/project-1/product/product-1" />);
  await userEvent.click(await screen.findByRole("radio", { name: "Quantité par variante" }));
  expect(screen.queryByRole("textbox", { name: /^Quantité totale/ })).toBeNull();
  expect(screen.getAllByRole("textbox", { name: /^Quantité/ })).toHaveLength(2);
  expect(screen.getByText("Total des pièces :").parentElement).toHaveTextContent(/3$/);
});

test("a product that is ready changes no more, and is opened again once it is said why", async () => {
  show(product({ status: "READY", next: nextOf(["IN_PROGRESS", "CANCELED"], ["IN_PROGRESS", "CANCELED"]) }));
  const sent = hears("patch", "/project-products/product-1", product());
  render(<Portal at="/admin/project/project-1/product/product-1" />);
  expect(await screen.findByText(/« Prêt » ne se modifie plus/)).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /^Nom/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Autres actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rouvrir le produit" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(await dialog.findByRole("textbox", { name: /^Raison/ }), "Nouvelle couleur");
  await userEvent.click(dialog.getByRole("button", { name: "Rouvrir le produit" }));
  expect(await screen.findByText("Le produit a été rouvert")).toBeVisible();
  expect(sent).toEqual([{ status: "IN_PROGRESS", reason: "Nouvelle couleur" }]);
});

test("a SKU that another product has is told at its field", async () => {
  const error = {
    name: "ConflictProductUniqueException",
    message: "Un autre produit a ce SKU",
    payload: { field: "variants[1].sku" },
  };
  server.use(
    http.patch(api("/project-products/product-1"), () => HttpResponse.json({ error }, { status: 409 })),
  );
  render(<Portal at="/admin/project/project-1/product/product-1" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Coupe/ }), " longue");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Un autre produit a ce SKU")).toBeVisible();
  expect(screen.getAllByRole("textbox", { name: /^Référence/ })[1]).toHaveAccessibleDescription(
    "Un autre produit a ce SKU",
  );
});

test("a product is to be sold by a store of its organization", async () => {
  const sent = hears("patch", "/project-products/product-1", product());
  render(<Portal at="/admin/project/project-1/product/product-1" />);
  await userEvent.click(await screen.findByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Port Merch" }));
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Le produit a été enregistré")).toBeVisible();
  expect(sent).toMatchObject([{ storeId: "store-1" }]);
});

test("what a store sells of a product that is ready is shown, and sent to its warehouse", async () => {
  const sold = { id: "sold-1", name: "T-shirt tournée" };
  show(
    product({ status: "READY", next: [], store: { id: "store-1", name: "Port Merch" }, storeProduct: sold }),
  );
  const sent: string[] = [];
  server.use(
    http.post(api("/project-products/product-1/send"), ({ request }) => {
      sent.push(request.url);
      const error = { name: "NotFoundConnectorException", message: "La boutique n’a pas de prestataire." };
      return HttpResponse.json({ error }, { status: 404 });
    }),
  );
  render(<Portal at="/admin/project/project-1/product/product-1" />);
  const link = await screen.findByRole("link", { name: "T-shirt tournée" });
  expect(link).toHaveAttribute("href", "/admin/store-product/sold-1");
  await userEvent.click(screen.getByRole("button", { name: "Autres actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Envoyer au prestataire logistique" }));
  expect(await screen.findByText(/n’a pas été envoyé au prestataire logistique/)).toBeVisible();
  expect(sent).toHaveLength(1);
});
