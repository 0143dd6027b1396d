import { dayOf, formats, type Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { activity, customer, jobOf, Portal, pageOf, signIn } from "../testing/Portal";
import { articleName, isEan } from "./names";
import { stockByDay } from "./stockByDay";

// What is drawn has no size here.
vi.mock("../../kit/src/chart/Plot", () => ({ default: () => null }));

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
  daysLeft: null,
  offloaded: null,
  archivedAt: null,
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
  measuredBy: null,
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
  inShop: false,
  variants: [variant(), variant({ id: "variant-2", sku: "CPSL-AUBE01-0002", title: "Noir" })],
  archivedAt: null,
  createdAt: AT,
  updatedAt: AT,
  extra: {},
  history: [],
  ...change,
});

const around: Schemas["ProductSurroundings"] = {
  bundles: [{ id: "bundle-1", sku: "CPSLSB-SUMMER-0001", name: "Pack été" }],
  inbound: [
    {
      shipmentId: "shipment-1",
      provider: "bigblue",
      name: "CPSLINEU00042",
      status: "TRANSMITTED",
      expectedAt: "2026-02-03T09:00:00Z",
      sku: "CPSL-AUBE01-0001",
      expected: 300,
      offloaded: 0,
    },
  ],
  sales: [
    { store: { id: "store-1", name: "Maison Aube" }, productId: "product-1", lastMonth: 18, lastQuarter: 64 },
    { store: { id: "store-2", name: "Port" }, productId: "product-7", lastMonth: 2, lastQuarter: 5 },
  ],
};

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

const reply = (data: unknown, status = 200) => HttpResponse.json({ data }, { status });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const type = async (name: RegExp, text: string) =>
  userEvent.type(await screen.findByRole("textbox", { name }), text);

beforeEach(() => {
  signIn(person());
  server.use(
    pageOf("/product", [productRow()]),
    answers("/product/product-1", product()),
    answers("/product/product-1/around", around),
    answers("/product/product-1/stock", []),
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
  // Whose it is the store tells; the column is there to be chosen.
  expect(screen.queryByRole("columnheader", { name: "Organisation" })).toBeNull();
  expect((await row("Brume")).queryByText(/disponible/)).toBeNull();
});

test("a synchronisation is asked for and followed in the activity", async () => {
  const heard = hears("/product/synchronize", () => reply({ jobs: [running] }, 202));
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
  // The headings say what is counted.
  const [inWarehouse, available] = table.getAllByText("12");
  expect(inWarehouse?.closest("[data-tone]")).toBeNull();
  expect(available?.closest("[data-tone]")).toHaveAttribute("data-tone", "success");
  expect(table.getAllByText(/0,0045/)).toHaveLength(2);
});

test("a product tells what is on its way, where it sells and which bundles hold it", async () => {
  render(<Portal at="/admin/store-product/product-1" />);
  const part = async (name: string) => within(await screen.findByRole("region", { name }));
  const inbound = await part("Réceptions en cours");
  expect(inbound.getByText("CPSLINEU00042")).toBeVisible();
  expect(inbound.getByText("300")).toBeVisible();
  const sales = await part("Où il se vend");
  expect(sales.getByText("64")).toBeVisible();
  expect(sales.getByRole("link", { name: "Port" })).toHaveAttribute("href", "/admin/store-product/product-7");
  expect((await part("Dans les packs")).getByRole("link", { name: "Pack été" })).toHaveAttribute(
    "href",
    "/admin/bundle/bundle-1",
  );
  expect((await part("Évolution du stock")).getByText(/^Aucun stock connu/)).toBeVisible();
});

test("who may not read shipments is told of none, and the stock is plotted by variant", async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers("/product/product-1/around", { ...around, inbound: null }),
    http.get(api("/product/:id/stock"), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("sku"));
      return reply([{ day: "2026-01-10", available: 7, inWarehouse: 8 }]);
    }),
  );
  render(<Portal at="/admin/store-product/product-1" />);
  expect(await screen.findByRole("region", { name: "Où il se vend" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Réceptions en cours" })).toBeNull();
  await userEvent.click(await screen.findByRole("combobox", { name: /Variante/ }));
  await userEvent.click(await screen.findByRole("option", { name: /Noir/ }));
  await waitFor(() => expect(asked).toEqual(["CPSL-AUBE01-0001", "CPSL-AUBE01-0002"]));
});

test("stock that is known since today is told, as one day makes no plot", async () => {
  const day = dayOf(new Date());
  server.use(answers("/product/product-1/stock", [{ day, available: 1_200, inWarehouse: 1_300 }]));
  render(<Portal at="/admin/store-product/product-1" />);
  const history = within(await screen.findByRole("region", { name: "Évolution du stock" }));
  const since = await history.findByText(/^Stock connu depuis le/);
  expect(since).toHaveTextContent(`${formats("fr").date(day)} : 1 200 disponibles, 1 300 en entrepôt`);
  expect(history.queryByRole("figure")).toBeNull();
});

test("what was told of a day’s stock holds until the next one that is told", () => {
  const at = (day: string, available: number) => ({ day, available, inWarehouse: available });
  const rows = stockByDay([at("2025-01-01", 3), at("2026-01-14", 7), at("2026-01-16", 5)], "2026-01-17");
  expect(rows).toHaveLength(91);
  expect(rows.slice(-4).map(({ available }) => available)).toEqual([7, 7, 5, 5]);
  expect(rows[0]).toEqual(at("2025-10-19", 3));
  expect(stockByDay([at("2026-01-16", 5)], "2026-01-17").map(({ day }) => day)).toEqual([
    "2026-01-16",
    "2026-01-17",
  ]);
  expect(stockByDay([], "2026-01-17")).toEqual([]);
});

test("variants go to the online shop as they are chosen", async () => {
  const heard = hears("/product/export-to-shop", () => reply(running, 202));
  render(<Portal at="/admin/store-product/product-1" />);
  await press("Exporter vers la boutique en ligne");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: "Exporter vers la boutique en ligne" }));
  expect(await activity()).toBeVisible();
  expect(heard).toEqual([{ storeId: "store-1", mode: "variants", variantIds: ["variant-1", "variant-2"] }]);
});

test("what stands in the online shop is not offered to it as if it were new", async () => {
  server.use(answers("/product/product-1", product({ inShop: true })));
  render(<Portal at="/admin/store-product/product-1" />);
  expect(
    await screen.findByRole("button", { name: "Mettre à jour dans la boutique en ligne" }),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: /Exporter vers/ })).toBeNull();
});

test("a store without an online shop says so", async () => {
  server.use(answers("/product/product-1", product({ exportable: false })));
  render(<Portal at="/admin/store-product/product-1" />);
  const button = await screen.findByRole("button", { name: /Exporter vers/ });
  expect(button).toHaveAttribute("aria-disabled", "true");
});

test("a product is made with its picture, its wrong EAN told at its field before", async () => {
  hears("/file", () => reply({ id: "file-1" }, 201));
  const heard = hears("/product", () => reply(product(), 201));
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

test("a product made here is changed as it was read, its picture kept", async () => {
  const ours = product({ provider: null, providerId: null, image: "/api/download/file-1" });
  const heard: unknown[] = [];
  server.use(
    answers("/product/product-1", ours),
    http.put(api("/product/:id"), async ({ request }) => {
      heard.push([request.headers.get("If-Match"), await request.json()]);
      return reply({ ...ours, name: "Aube (LP bleu)", updatedAt: "2026-01-17T09:00:00Z" });
    }),
  );
  render(<Portal at="/admin/store-product/product-1" />);
  await userEvent.click(await screen.findByRole("link", { name: "Modifier" }));
  expect(await screen.findByRole("img", { name: "Image actuelle" })).toBeVisible();
  const name = screen.getByRole("textbox", { name: /^Nom/ });
  await userEvent.clear(name);
  await userEvent.type(name, "Aube (LP bleu)");
  await press("Retirer la variante 2");
  await press("Enregistrer");
  expect(await screen.findByText("Le produit a été enregistré")).toBeVisible();
  expect(heard).toEqual([
    [
      AT,
      {
        name: "Aube (LP bleu)",
        description: "33 tours",
        image: null,
        variants: [
          {
            sku: "CPSL-AUBE01-0001",
            title: "",
            ean: "4006381333931",
            price: "24.90",
            weight: 310,
            lengthMm: 300,
            widthMm: 250,
            heightMm: 60,
          },
        ],
      },
    ],
  ]);
});

test("what a warehouse measured is told, not asked for", async () => {
  const measured = variant({ measuredBy: "bigblue" });
  server.use(answers("/product/product-1", product({ provider: null, variants: [measured] })));
  render(<Portal at="/admin/store-product/product-1/edit" />);
  expect(await screen.findByText(/mesurés par/)).toBeVisible();
  expect(screen.queryByRole("textbox", { name: "Poids" })).toBeNull();
});

test("a product made here is archived and deleted, each with its way back", async () => {
  server.use(answers("/product/product-1", product({ provider: null })));
  const heard: string[] = [];
  const hear = (what: string) => () => {
    heard.push(what);
    return what === "delete" ? new HttpResponse(null, { status: 204 }) : reply(product({ provider: null }));
  };
  server.use(
    http.post(api("/product/:id/archive"), hear("archive")),
    http.post(api("/product/:id/restore"), hear("restore")),
    http.delete(api("/product/:id"), hear("delete")),
  );
  render(<Portal at="/admin/store-product/product-1" />);
  await press("Autres actions");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Archiver" }));
  expect(await screen.findByText("Le produit « Aube (LP) » a été archivé")).toBeVisible();
  await press("Autres actions");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Supprimer" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Supprimer" }));
  expect(await screen.findByRole("heading", { name: "Produits des boutiques" })).toBeVisible();
  await waitFor(() => expect(heard).toEqual(["archive", "delete"]));
});

test("a provider’s product says who keeps it, and offers no change", async () => {
  render(<Portal at="/admin/store-product/product-1" />);
  expect(await screen.findByText(/^Ce produit est géré par/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Modifier" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Autres actions" })).toBeNull();
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
