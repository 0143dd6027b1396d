import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { activity, customer, jobOf, Portal, pageOf, signIn } from "../testing/Portal";
import { articleName, isEan } from "./names";

const AT = "2026-01-16T09:00:00Z";

const productRow = (change: Partial<Schemas["ProductRow"]> = {}): Schemas["ProductRow"] => ({
  id: "product-1",
  name: "Aube (LP)",
  image: "",
  store: { id: "store-1", name: "Maison Aube" },
  organizations: [{ id: "org-1", name: "Port SAS" }],
  provider: "shopify",
  variantCount: 2,
  skus: ["CPSL-AUBE01-0001", "CPSL-AUBE01-0002"],
  hasStock: true,
  stock: { available: 4, inWarehouse: 6, reserved: 1, damaged: 1 },
  offloaded: null,
  updatedAt: AT,
  extra: {},
  ...change,
});

const variant = (change: Partial<Schemas["Variant"]> = {}): Schemas["Variant"] => ({
  id: "variant-1",
  providerId: "gid-1",
  sku: "CPSL-AUBE01-0001",
  title: "Default Title",
  ean: "4006381333931",
  price: "24.90",
  currency: "EUR",
  customsValue: null,
  customsCurrency: "",
  tariffNumber: "",
  originCountry: "FR",
  customsDescription: "",
  options: [],
  weight: 310,
  lengthMm: 300,
  widthMm: 250,
  heightMm: 60,
  volume: { value: "0.0045", unit: "m3" },
  inventories: [{ available: 12, inWarehouse: 12, reserved: 0, damaged: 0 }],
  shipped: 7,
  offloaded: 480,
  ...change,
});

const product = (change: Partial<Schemas["Product"]> = {}): Schemas["Product"] => ({
  id: "product-1",
  name: "Aube (LP)",
  description: "33 tours",
  image: "",
  url: "",
  store: { id: "store-1", name: "Maison Aube" },
  organizationId: null,
  organizations: [],
  files: [],
  provider: "shopify",
  providerId: "gid-9",
  exportable: true,
  variants: [variant(), variant({ id: "variant-2", sku: "CPSL-AUBE01-0002", title: "Noir" })],
  createdAt: AT,
  updatedAt: AT,
  extra: {},
  history: [],
  ...change,
});

const running = jobOf({ name: "products.synchronize", consumer: "shopify" });

/** What is sent to a call, which answers with this. */
function hears(path: string, answer: () => Response): unknown[] {
  const heard: unknown[] = [];
  server.use(
    http.post(api(path), async ({ request }) => {
      heard.push(await request.json().catch(() => null));
      return answer();
    }),
  );
  return heard;
}

const told = (data: unknown, status = 200) => HttpResponse.json({ data }, { status });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const type = async (name: RegExp, text: string) =>
  userEvent.type(await screen.findByRole("textbox", { name }), text);

beforeEach(() => {
  signIn(person());
  server.use(
    pageOf("/product", [productRow()]),
    answers("/product/product-1", product()),
    answers("/history", []),
    answers("/job/job-1", running),
  );
});

test("the list tells stock by its tone, and a dash where nobody counts", async () => {
  const unknown = productRow({ id: "product-2", name: "Brume", hasStock: false });
  server.use(pageOf("/product", [productRow(), unknown]));
  render(<Portal at="/admin/store-product" />);
  const row = async (name: string) =>
    within((await screen.findByRole("link", { name: new RegExp(name) })).closest("tr") as HTMLElement);
  const low = await row("Aube");
  expect(low.getByText("4 disponibles").closest("[data-tone]")).toHaveAttribute("data-tone", "warning");
  expect(low.getByText("1 endommagé").closest("[data-tone]")).toHaveAttribute("data-tone", "warning");
  expect(low.getByText(/2 variantes/)).toBeVisible();
  expect(low.getByRole("link", { name: "Port SAS" })).toBeVisible();
  expect((await row("Brume")).queryByText(/disponible/)).toBeNull();
});

test("a synchronisation is asked for and followed in the activity", async () => {
  const heard = hears("/product/synchronize", () => told({ jobs: [running] }, 202));
  render(<Portal at="/admin/store-product" />);
  await press("Synchroniser les produits");
  expect(await activity()).toBeVisible();
  expect(heard).toEqual([{}]);
});

test("customers look at their products and change nothing", async () => {
  signIn(customer({ permissions: ["READ_PRODUCT"] }));
  server.use(pageOf("/product", [productRow()]));
  render(<Portal at="/customer/org-1/store-product" />);
  await userEvent.click(await screen.findByRole("link", { name: /Aube/ }));
  expect(await screen.findByRole("heading", { name: "Aube (LP)" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Exporter vers/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /Synchroniser/ })).toBeNull();
});

test("a product shows its articles, without the platform's word for the only one", async () => {
  render(<Portal at="/admin/store-product/product-1" />);
  const table = within(await screen.findByRole("group", { name: "Variantes" }));
  expect(table.getByText("Aube (LP)")).toBeVisible();
  expect(table.getByText("Aube (LP) – Noir")).toBeVisible();
  expect(screen.queryByText(/Default Title/)).toBeNull();
  const [available] = table.getAllByText("12 disponibles");
  expect(available?.closest("[data-tone]")).toHaveAttribute("data-tone", "success");
  expect(table.getAllByText(/0,0045/)).toHaveLength(2);
});

test("variants go to the online shop as they are chosen", async () => {
  const heard = hears("/product/export-to-shop", () => told(running, 202));
  render(<Portal at="/admin/store-product/product-1" />);
  await press("Exporter vers la boutique en ligne");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: "Exporter vers la boutique en ligne" }));
  expect(await activity()).toBeVisible();
  expect(heard).toEqual([{ storeId: "store-1", mode: "variants", variantIds: ["variant-1", "variant-2"] }]);
});

test("a store without an online shop says so", async () => {
  server.use(answers("/product/product-1", product({ exportable: false })));
  render(<Portal at="/admin/store-product/product-1" />);
  const button = await screen.findByRole("button", { name: /Exporter vers/ });
  expect(button).toHaveAttribute("aria-disabled", "true");
});

test("a product is made with its picture, its wrong EAN told at its field before", async () => {
  hears("/file", () => told({ id: "file-1" }, 201));
  const heard = hears("/product", () => told(product(), 201));
  render(<Portal at="/admin/store-product/create" />);
  await userEvent.click(await screen.findByRole("combobox", { name: /Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Maison Aube" }));
  await type(/^Nom/, "Aube");
  await type(/Description/, "33 tours");
  await type(/Référence/, "AUBE01-0001");
  await type(/^EAN/, "4006381333932");
  await press("Créer un produit");
  expect(await screen.findByText("EAN incorrect.")).toBeVisible();
  expect(screen.getByText("Choisissez l’image du produit.")).toBeVisible();
  expect(heard).toEqual([]);

  await type(/^EAN/, "{Backspace}1");
  const picture = new File(["GIF89a"], "aube.gif", { type: "image/gif" });
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  await userEvent.upload(input, picture);
  expect(await screen.findByText("aube.gif")).toBeVisible();
  await press("Créer un produit");
  expect(await screen.findByRole("heading", { name: "Aube (LP)" })).toBeVisible();
  expect(heard).toEqual([
    {
      storeId: "store-1",
      name: "Aube",
      description: "33 tours",
      image: "file-1",
      variants: [
        {
          sku: "CPSL-AUBE01-0001",
          title: "",
          ean: "4006381333931",
          price: null,
          weight: null,
          lengthMm: null,
          widthMm: null,
          heightMm: null,
        },
      ],
    },
  ]);
});

test("a product that is gone is not found", async () => {
  server.use(refuses("/product/gone", 404, "NotFoundResourceException"));
  render(<Portal at="/admin/store-product/gone" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});

test("names and EANs are read as the specification says", () => {
  expect(articleName("Aube", "Default Title")).toBe("Aube");
  expect(articleName("Aube", "Noir")).toBe("Aube – Noir");
  const taken = ["", "4006381333931", "036000291452", "12345678901234"].filter(isEan);
  expect(taken).toHaveLength(4);
  expect(["4006381333932", "400638133393", "1234567890", "40063813339x1"].filter(isEan)).toEqual([]);
});
