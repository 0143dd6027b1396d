import { dayOf, type Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { Portal, pageOf, signIn } from "../testing/Portal";

const AT = "2026-01-16T09:00:00Z";

const bundleRow = (change: Partial<Schemas["BundleRow"]> = {}): Schemas["BundleRow"] => ({
  id: "bundle-1",
  sku: "CPSLSB-SUMMER-0001",
  name: "Été",
  store: { id: "store-1", name: "Maison Aube" },
  organizations: [],
  provider: null,
  components: [
    { variant: "", sku: "CPSL-AUBE01-0001", name: "Aube (LP)", quantity: 2, externalVariantId: "gid-1" },
  ],
  componentCount: 1,
  archivedAt: null,
  updatedAt: AT,
  extra: {},
  ...change,
});

const bundle = (change: Partial<Schemas["Bundle"]> = {}): Schemas["Bundle"] => ({
  id: "bundle-1",
  sku: "CPSLSB-SUMMER-0001",
  name: "Été",
  store: { id: "store-1", name: "Maison Aube" },
  provider: null,
  providerId: null,
  options: [],
  components: [
    {
      variant: "",
      sku: "CPSL-AUBE01-0001",
      name: "Aube (LP)",
      quantity: 2,
      externalVariantId: "gid-1",
      variantId: "variant-1",
      productId: "product-1",
      image: "",
      price: "24.90",
      currency: "EUR",
      available: 9,
    },
  ],
  stock: [{ variant: "", available: 4 }],
  worth: "49.80",
  worthCurrency: "EUR",
  productId: null,
  price: null,
  currency: "",
  image: "",
  archivedAt: null,
  createdAt: AT,
  updatedAt: AT,
  extra: {},
  ...change,
});

const AROUND: Schemas["BundleSurroundings"] = {
  inbound: [],
  sales: [
    { store: { id: "store-1", name: "Maison Aube" }, bundleId: "bundle-1", lastMonth: 3, lastQuarter: 8 },
    { store: { id: "store-2", name: "Port Nord" }, bundleId: "bundle-9", lastMonth: 0, lastQuarter: 5 },
  ],
};

const article: Schemas["VariantRow"] = {
  id: "variant-1",
  productId: "product-1",
  providerId: "gid-1",
  sku: "CPSL-AUBE01-0001",
  name: "Aube (LP)",
  title: "Default Title",
  ean: "",
  store: { id: "store-1", name: "Maison Aube" },
  price: "24.90",
  currency: "EUR",
  weight: 310,
  available: 4,
};

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

async function choose(name: RegExp, option: RegExp) {
  await userEvent.click(await screen.findByRole("combobox", { name }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

beforeEach(() => {
  signIn(person());
  const theirs = bundleRow({ id: "bundle-2", name: "Hiver", provider: "bigblue" });
  server.use(
    pageOf("/bundle", [bundleRow(), theirs]),
    pageOf("/variant", [article]),
    answers("/bundle/bundle-1", bundle()),
    answers("/bundle/bundle-1/around", AROUND),
    answers("/bundle/bundle-1/stock", []),
    answers("/history", []),
    answers("/logs", []),
  );
});

test("a bundle opens what it holds", async () => {
  render(<Portal at="/admin/bundle" />);
  const [first] = await screen.findAllByRole("button", { name: "1 composant" });
  await userEvent.click(first as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: /Composants de/ }));
  expect(dialog.getByText("Aube (LP)")).toBeVisible();
  expect(dialog.getByText("2")).toBeVisible();
});

test("a store’s own bundle is deleted once asked, a provider’s cannot be", async () => {
  const deleted: string[] = [];
  server.use(
    http.delete(api("/bundle/:id"), ({ params }) => {
      deleted.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/admin/bundle" />);
  await press("Actions sur le pack Été");
  expect(screen.queryByRole("button", { name: "Actions sur le pack Hiver" })).toBeNull();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Supprimer" }));
  expect(deleted).toEqual([]);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Supprimer" }));
  await waitFor(() => expect(deleted).toEqual(["bundle-1"]));

  server.use(
    http.post(api("/bundle/:id/restore"), ({ params }) => {
      deleted.splice(deleted.indexOf(String(params.id)), 1);
      return HttpResponse.json({ data: bundleRow() });
    }),
  );
  await press("Annuler l’action");
  await waitFor(() => expect(deleted).toEqual([]));
});

test("a bundle is made of the store’s articles, and previewed before", async () => {
  const heard: unknown[] = [];
  server.use(
    http.post(api("/bundle"), async ({ request }) => {
      heard.push(await request.json());
      return HttpResponse.json({ data: bundleRow() }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/bundle/create" />);
  expect(await screen.findByText(/L’aperçu apparaît/)).toBeVisible();
  await choose(/Boutique/, /Maison Aube/);
  await userEvent.type(await screen.findByRole("textbox", { name: /Référence/ }), "SUMMER-0001");
  await userEvent.type(await screen.findByRole("textbox", { name: /^Nom/ }), "Été");
  await choose(/Article/, /Aube/);
  const quantity = await screen.findByRole("textbox", { name: /Quantité/ });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, "2");
  expect(await screen.findByRole("group", { name: "Aperçu" })).toHaveTextContent("Aube (LP)");
  await press("Créer un pack");
  await waitFor(() =>
    expect(heard).toEqual([
      {
        storeId: "store-1",
        sku: "CPSLSB-SUMMER-0001",
        name: "Été",
        components: [{ name: "Aube (LP)", sku: "CPSL-AUBE01-0001", quantity: 2, externalVariantId: "gid-1" }],
      },
    ]),
  );
  expect(await screen.findByRole("heading", { name: "Été" })).toBeVisible();
});

test("a bundle’s page shows what it holds, what that costs and how many there are", async () => {
  render(<Portal at="/admin/bundle" />);
  await userEvent.click(await screen.findByRole("link", { name: /^Été/ }));
  const contents = within(await screen.findByRole("region", { name: "Composants" }));
  expect(contents.getByRole("link", { name: "Aube (LP)" })).toHaveAttribute(
    "href",
    "/admin/store-product/product-1",
  );
  expect(contents.getByText("9 disponibles")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "Stock possible" })).getByText("4")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "Pack" })).getByText(/49,80/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Maison Aube" })).toHaveAttribute("href", "/admin/store/store-1");
  const orders = screen.getByRole("link", { name: "Voir ses commandes" });
  const [path, cursor] = (orders.getAttribute("href") ?? "").split("?cursor=");
  expect(path).toBe("/admin/order");
  expect(atob(cursor ?? "")).toContain("CPSLSB-SUMMER-0001");
});

test("a bundle is changed as it was read, its article kept", async () => {
  const heard: unknown[] = [];
  server.use(
    http.put(api("/bundle/:id"), async ({ request }) => {
      heard.push([request.headers.get("If-Match"), await request.json()]);
      return HttpResponse.json({ data: bundle({ name: "Été 2026", updatedAt: "2026-01-17T09:00:00Z" }) });
    }),
  );
  render(<Portal at="/admin/bundle/bundle-1" />);
  await userEvent.click(await screen.findByRole("link", { name: "Modifier le pack" }));
  expect(await screen.findByRole("combobox", { name: /Article/ })).toHaveValue("Aube (LP)");
  await userEvent.type(screen.getByRole("textbox", { name: /^Nom/ }), " 2026");
  await press("Enregistrer");
  expect(await screen.findByText("Le pack a été enregistré")).toBeVisible();
  expect(heard).toEqual([
    [
      AT,
      {
        storeId: "store-1",
        sku: "CPSLSB-SUMMER-0001",
        name: "Été 2026",
        components: [{ name: "Aube (LP)", sku: "CPSL-AUBE01-0001", quantity: 2, externalVariantId: "gid-1" }],
      },
    ],
  ]);
});

test("a bundle that no product sells leads to the form of one, with what is known of it", async () => {
  server.use(
    http.get(api("/store/store-1"), () =>
      HttpResponse.json({ data: { id: "store-1", name: "Maison Aube" } }),
    ),
  );
  render(<Portal at="/admin/bundle/bundle-1" />);
  await userEvent.click(await screen.findByRole("link", { name: "Créer son produit" }));
  expect(await screen.findByRole("textbox", { name: /^Nom/ })).toHaveValue("Été");
  expect(screen.getByRole("textbox", { name: /SKU/ })).toHaveValue("CPSLSB-SUMMER-0001");
  expect(screen.getByRole("textbox", { name: /^Prix/ })).toHaveValue("49,80");
});

test("a provider’s bundle says who keeps it, and offers no change", async () => {
  server.use(answers("/bundle/bundle-1", bundle({ provider: "bigblue", providerId: "BUN-1" })));
  render(<Portal at="/admin/bundle/bundle-1" />);
  expect(await screen.findByText(/^Ce pack est géré par/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Modifier le pack" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Autres actions" })).toBeNull();
});

test("a bundle tells where it sells, what is under way and how its stock went, one way to buy it at a time", async () => {
  const asked: (string | null)[] = [];
  const ways = ["Noir", "Blanc"].map((variant) => ({ variant, available: 4 }));
  server.use(
    answers("/bundle/bundle-1", bundle({ stock: ways })),
    http.get(api("/bundle/bundle-1/stock"), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("variant"));
      return HttpResponse.json({ data: [{ day: dayOf(new Date()), available: 1, inWarehouse: 2 }] });
    }),
  );
  render(<Portal at="/admin/bundle/bundle-1" />);
  const sales = within(await screen.findByRole("region", { name: "Où il se vend" }));
  expect(await sales.findByRole("row", { name: /Maison Aube 3 8/ })).toBeVisible();
  expect(sales.getByRole("link", { name: "Port Nord" })).toHaveAttribute("href", "/admin/bundle/bundle-9");
  expect(screen.getByText("Aucune réception en cours pour les articles de ce pack.")).toBeVisible();
  expect(await screen.findByText(/: 1 disponible, 2 en entrepôt/)).toBeVisible();
  await choose(/^Variante/, /Blanc/);
  await waitFor(() => expect(asked).toEqual(["Noir", "Blanc"]));
});

test("a store’s own bundle is archived, and says so", async () => {
  server.use(
    http.post(api("/bundle/:id/archive"), () => {
      server.use(answers("/bundle/bundle-1", bundle({ archivedAt: AT })));
      return HttpResponse.json({ data: bundle({ archivedAt: AT }) });
    }),
  );
  render(<Portal at="/admin/bundle/bundle-1" />);
  await press("Autres actions");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Archiver" }));
  expect(await screen.findByText("Le pack « Été » a été archivé")).toBeVisible();
  expect(await screen.findByText("Archivé")).toBeVisible();
});
