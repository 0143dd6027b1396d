import { type Job, type Schemas, setCachedJob, trackJobOf } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import {
  activity,
  customer,
  jobOf,
  orderOf,
  orderRow,
  Portal,
  pageOf,
  pluginOf,
  signIn,
} from "../testing/Portal";

const order = orderOf({
  carrier: "colissimo-home",
  trackingNumber: "8R00012345678",
  trackingUrl: "https://track.example/8R",
  lines: [
    {
      id: "line-1",
      sku: "MUSI-000042-0001",
      name: "Aube (LP)",
      bundleTitle: null,
      variant: {
        id: "variant-1",
        productId: "product-1",
        name: "Aube",
        title: "LP",
        image: "/api/picture/aube",
      },
      quantity: 2,
      unitPrice: "600.00",
      unitTax: "0.00",
      discount: "0.00",
      total: "1200.00",
      toCharge: null,
    },
  ],
  sale: {
    provider: "shopify",
    providerId: "5500000000007",
    reference: "#1042",
    status: "SHIPPED",
    url: "https://admin.shopify.com/store/aube/orders/5500000000007",
  },
  links: [
    { label: { fr: "Ouvrir dans Shopify", en: "Open in Shopify" }, url: "https://shop.example/orders/1" },
  ],
});

const job = (change: Partial<Job>): Job =>
  jobOf({ subject: "Maison Aube", progress: { done: 1_000, total: 4_000, note: "" }, ...change });

test("an order shows its facts in the list", async () => {
  signIn(person());
  render(<Portal at="/admin/order" />);
  const row = (await screen.findByRole("link", { name: "#1042" })).closest("tr") as HTMLElement;
  expect(within(row).getByText("Expédiée")).toBeVisible();
  expect(within(row).getByText("Belgique")).toBeVisible();
  expect(within(row).getByText("1 234,50 €")).toBeVisible();
  expect(within(row).getByText("15/01/2026")).toBeVisible();
});

test("the list asks for what its address says, newest first", async () => {
  signIn(person());
  const asked: string[] = [];
  server.use(
    http.get(api("/order"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      return HttpResponse.json({ data: [], meta: { total: 0, exact: true } });
    }),
  );
  render(<Portal at="/admin/order" />);
  expect(await screen.findByRole("heading", { name: "Aucune commande pour le moment" })).toBeVisible();
  expect(JSON.parse(asked[0] ?? "")).toMatchObject({
    take: 20,
    orderBy: [{ field: "submittedAt", direction: "desc" }],
  });
});

test("an order opens from the list, with its amounts, address and parcel", async () => {
  signIn(person());
  server.use(answers("/order/order-1", order), answers("/history", []), answers("/logs", []));
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("link", { name: "#1042" }));
  expect(await screen.findByRole("heading", { name: "Commande #1042" })).toHaveFocus();
  expect(document.title).toBe("Commande #1042 · Comptoir");
  const amounts = within(screen.getByRole("region", { name: "Montants" }));
  expect(amounts.getByText("1 234,50 €")).toBeVisible();
  expect(amounts.getByText("Total TTC")).toBeVisible();
  expect(amounts.getByText(/^soit 1 028,75 € HT/)).toBeVisible();
  expect(screen.getByText("1000 Bruxelles")).toBeVisible();
  expect(screen.getByText("Pas d’e-mail")).toBeVisible();
  expect(screen.getByRole("link", { name: /Suivre le colis/ })).toHaveAttribute(
    "href",
    "https://track.example/8R",
  );
  // Who sold it, beside who ships it.
  expect(screen.getByText("MUSIX01234567")).toBeVisible();
  expect(screen.getByRole("link", { name: /shopify/ })).toHaveAttribute(
    "href",
    "https://admin.shopify.com/store/aube/orders/5500000000007",
  );
  const atProvider = screen.getByRole("link", { name: /^Ouvrir dans Shopify/ });
  expect(atProvider).toHaveAttribute("href", "https://shop.example/orders/1");
});

const moved = {
  at: "2026-01-16T09:00:00Z",
  actor: "plugin bigblue",
  action: "update",
  changes: [{ field: "status", before: "PENDING", after: "SHIPPED" }],
};

test("the staff reads an order's history and notes", async () => {
  signIn(person());
  server.use(answers("/order/order-1", order), answers("/history", [moved]), answers("/logs", []));
  render(<Portal at="/admin/order/order-1" />);
  const history = within(await screen.findByRole("region", { name: "Historique" }));
  expect(
    await history.findByText("Le connecteur bigblue a modifié Statut : « En attente » → « Expédiée »"),
  ).toBeVisible();
  expect(screen.getByRole("region", { name: "Notes" })).toBeVisible();
});

test("a customer reads what became of an order, and no notes", async () => {
  signIn(customer());
  server.use(answers("/order/order-1", { ...order, history: [{ ...moved, actor: "Comptoir" }] }));
  render(<Portal at="/customer/org-1/order/order-1" />);
  const history = within(await screen.findByRole("region", { name: "Historique" }));
  expect(await history.findByText("Comptoir a modifié Statut : « En attente » → « Expédiée »")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Notes" })).toBeNull();
});

test("orders are exported as the list shows them, and the activity follows the export", async () => {
  signIn(person());
  const asked: unknown[] = [];
  const exporting = job({ name: "lists.export", identifier: "orders" });
  server.use(
    http.post(api("/order/export"), async ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
      asked.push({ ...((await request.json()) as object), search: JSON.parse(atob(cursor)).search });
      return HttpResponse.json({ data: exporting }, { status: 202 });
    }),
    answers("/job/job-1", exporting),
  );
  render(<Portal at={`/admin/order?cursor=${btoa(JSON.stringify({ search: "Aube" }))}`} />);
  await userEvent.click(await screen.findByRole("button", { name: "Exporter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Exporter la liste" }));
  await userEvent.click(await dialog.findByRole("button", { name: "Exporter" }));
  expect(await screen.findByText(/L’export de vos commandes est lancé/)).toBeVisible();
  expect(asked).toEqual([{ scope: "all", search: "Aube" }]);
  const dock = within(await activity());
  expect(await dock.findByRole("progressbar", { name: "Export d’une liste" })).toBeVisible();
});

test("the list says below an order’s status why it does not go on, whole", async () => {
  signIn(person());
  server.use(pageOf("/order", [orderRow({ status: "EXCEPTION", hold: { reason: "ADDRESS", words: "" } })]));
  render(<Portal at="/admin/order" />);
  expect(await screen.findByText("Anomalie")).toBeVisible();
  expect(screen.getByText("Adresse introuvable").closest("[data-tone]")).toBeNull();
});

test("what fewer come for than a new order stands behind dots on phones", async () => {
  signIn(person());
  server.use(pageOf("/order", [orderRow()]));
  render(<Portal at="/admin/order" />);
  const dots = await screen.findByRole("button", { name: "Autres actions" });
  const others = screen.getByRole("link", { name: "Coller des commandes" }).parentElement;
  expect(within(others as HTMLElement).queryByRole("link", { name: "Créer une commande" })).toBeNull();
  expect(others).not.toHaveAttribute("data-open");
  await userEvent.click(dots);
  expect(dots).toHaveAttribute("aria-expanded", "true");
  expect(others).toHaveAttribute("data-open");
});

test("orders are narrowed to a provider’s own word for their status", async () => {
  signIn(person());
  const asked: string[] = [];
  server.use(
    http.get(api("/order"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      const rows = [orderRow({ providerStatus: "on_the_moon" }), orderRow({ id: "order-2" })];
      return HttpResponse.json({ data: rows, meta: { total: 2, exact: true } });
    }),
  );
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("button", { name: "Statut chez le prestataire" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "on_the_moon" }));
  expect(await screen.findByText(/Statut chez le prestataire : on_the_moon/)).toBeVisible();
  expect(asked.at(-1)).toContain('{"field":"providerStatus","values":["on_the_moon"]}');
});

test("an order that one may not know of is not found, in the customer's area too", async () => {
  signIn(customer());
  server.use(refuses("/order/foreign", 404, "NotFoundOrderException"));
  render(<Portal at="/customer/org-1/order/foreign" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});

test("customers cannot synchronize", async () => {
  signIn(customer({ permissions: ["READ_ORDER", "WRITE_ORDER"] }));
  render(<Portal at="/customer/org-1/order" />);
  await screen.findByRole("link", { name: "#1042" });
  expect(screen.queryByRole("button", { name: "Synchroniser les commandes" })).toBeNull();
});

test("a synchronisation is followed across pages and says when it is done", async () => {
  signIn(person());
  server.use(
    http.post(api("/order/synchronize"), () =>
      HttpResponse.json({ data: { jobs: [job({})] } }, { status: 202 }),
    ),
    answers("/job/job-1", job({})),
  );
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("button", { name: "Synchroniser les commandes" }));
  const dock = await activity();
  const bar = await within(dock).findByRole("progressbar", { name: "Synchronisation des commandes" });
  expect(bar).toHaveAttribute("value", "25");
  expect(within(dock).getByText("1 000 sur 4 000")).toBeVisible();

  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("link", { name: "Accueil" }));
  await screen.findByRole("heading", { name: "Accueil" });
  expect(await activity()).toBeVisible();

  const done = job({ status: "COMPLETED", progress: { done: 4_000, total: 4_000, note: "" } });
  server.use(answers("/job/job-1", done));
  await setCachedJob(done);
  expect(await screen.findByRole("status", { name: "" })).toHaveTextContent(
    "Terminée · 4 000 éléments traités",
  );
  await userEvent.click(screen.getByRole("button", { name: "Effacer les tâches finies" }));
  expect(screen.queryByRole("button", { name: /^Tâches récentes/ })).toBeNull();
});

test("what a plugin's screen has started bears its name, and leads back to it", async () => {
  signIn(person());
  const path = "/admin/acme/product/import";
  const label = { en: "Import products", fr: "Importer des produits" };
  const access = { area: "admin" as const, permission: "WRITE_CONNECTOR" };
  const screens = [{ ...access, path, label, group: "integrations", icon: "upload", menu: false }];
  server.use(
    answers("/plugins", [pluginOf({ id: "acme", name: "Acme", screens })]),
    answers("/job/job-1", job({ name: "plugins.task", consumer: "acme", subject: null })),
    pageOf("/order", [orderRow()]),
  );
  trackJobOf("/acme/product/import", "job-1");
  render(<Portal at="/admin/order" />);
  await screen.findByRole("heading", { name: "Commandes", level: 1 });
  const started = await within(await activity()).findByRole("link", { name: "Importer des produits · Acme" });
  expect(started).toHaveAttribute("href", path);
});

test("a synchronisation that fails tells its reason", async () => {
  signIn(person());
  server.use(
    http.post(api("/order/synchronize"), () =>
      HttpResponse.json({ data: { jobs: [job({})] } }, { status: 202 }),
    ),
    answers("/job/job-1", job({ status: "FAILED", error: "The provider refuses the key" })),
  );
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("button", { name: "Synchroniser les commandes" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The provider refuses the key");
});

test("a status that nobody foresaw is shown as it came", async () => {
  signIn(person());
  server.use(pageOf("/order", [orderRow({ status: "TELEPORTED" as never })]));
  render(<Portal at="/admin/order" />);
  expect(await screen.findByText("TELEPORTED")).toBeVisible();
});

test("c opens the form of a new order", async () => {
  signIn(person());
  render(<Portal at="/admin/order" />);
  await screen.findByRole("link", { name: "#1042" });
  await userEvent.keyboard("c");
  expect(await screen.findByRole("heading", { level: 1, name: "Nouvelle commande" })).toBeVisible();
});

test("who may not make orders has neither the button nor the key", async () => {
  signIn(customer());
  render(<Portal at="/customer/org-1/order" />);
  await screen.findByRole("link", { name: "#1042" });
  expect(screen.queryByRole("link", { name: "Créer une commande" })).toBeNull();
  await userEvent.keyboard("c");
  expect(screen.getByRole("heading", { level: 1, name: "Commandes" })).toBeVisible();
});

const article: Schemas["VariantRow"] = {
  id: "variant-1",
  productId: "product-1",
  providerId: "",
  sku: "MUSI-000042-0001",
  name: "Aube",
  title: "LP",
  ean: "",
  store: { id: "store-1", name: "Maison Aube" },
  price: "24.00",
  currency: "EUR",
  weight: null,
  available: 12,
};

const explanation: Schemas["Explanation"] = {
  grid: "5.20",
  fuelPercent: "8.5",
  supplementPercent: "2",
  cost: "5.75",
  marginPercent: "5",
  additionalCost: "0.65",
  discountPercent: "0",
  exception: null,
  priceExVat: "6.69",
};

const carrierOf = (id: string, name: string) => ({ id, name, provider: "bigblue", minDays: 2, maxDays: 4 });

const quotes: Schemas["Quotes"] = {
  countryCode: "FR",
  weight: { real: 1100, volumetric: 1800, billable: 1800 },
  unweighed: ["MUSI-000042-0001"],
  vatPercent: "20",
  carriers: [
    {
      carrier: carrierOf("post", "Colissimo"),
      unavailable: null,
      priceExVat: "6.69",
      price: "8.03",
      explanation,
    },
    {
      carrier: carrierOf("relay", "Point relais"),
      unavailable: "WEIGHT",
      priceExVat: null,
      price: null,
      explanation: null,
    },
  ],
};

/** The form of a new order with its store and an article. */
async function beginOrder() {
  server.use(
    pageOf("/variant", [article]),
    answers("/store/store-1", {
      id: "store-1",
      name: "Maison Aube",
      organizations: [],
      seedingCost: "5",
      ticketCost: "2.60",
      ticketBasis: "MESSAGE",
      returnCost: "2.60",
      shippingMargin: "5",
      shippingAdditionalCost: "0.65",
      links: [],
      charges: [],
      archivedAt: null,
      createdAt: "2026-01-15T09:00:00Z",
      updatedAt: "2026-01-16T09:00:00Z",
    }),
    answers("/store/store-1/connector", []),
  );
  render(<Portal at="/admin/order/create" />);
  await userEvent.click(await screen.findByRole("combobox", { name: "Boutique" }));
  await userEvent.click(await screen.findByRole("option", { name: /Maison Aube/ }));
  await userEvent.click(screen.getByRole("button", { name: "Ajouter un article" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Article" }));
  await userEvent.click(await screen.findByRole("option", { name: /Aube/ }));
}

test("the carriers of an order are offered with their price; none is taken for anybody", async () => {
  signIn(person());
  server.use(answers("/shipping/available", quotes));
  await beginOrder();
  const post = await screen.findByRole("radio", { name: "Colissimo" });
  expect(post).not.toBeChecked();
  const total = within(screen.getByRole("group", { name: "Total" }));
  expect(total.getAllByText("À déterminer")).toHaveLength(2);
  const bar = within(screen.getByRole("region", { name: "Actions du formulaire" }));
  expect(bar.getByText("Total HT hors livraison : 5,00 €")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Point relais" })).toBeDisabled();
  expect(screen.getByText("Ne prend pas un colis de ce poids.")).toBeVisible();
  expect(screen.getByText("1 800 g", { selector: "strong" })).toBeVisible();
  expect(screen.getByText("Le poids de certains articles n’est pas connu")).toBeVisible();
  await userEvent.click(post);
  expect(total.getByText("6,69 €")).toBeVisible();
  expect(total.getByText("11,69 €")).toBeVisible();
  expect(bar.getByText("Total HT : 11,69 €")).toBeVisible();
  expect(
    within(screen.getByRole("group", { name: "Calcul du prix de livraison" })).getByText("+8,5 %"),
  ).toBeVisible();
  // The company buys: shipping is not charged, the articles go off.
  await userEvent.click(screen.getByRole("switch", { name: /^Achat par/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Prix HT payé/ }), "8");
  expect(total.getByText("1 × 8,00 €")).toBeVisible();
  expect(total.getByText("-3,00 €")).toBeVisible();
  expect(bar.getByText("Total HT : -3,00 €")).toBeVisible();
});

test("prices that cannot be had say so, keep what was typed, and are asked for again", async () => {
  signIn(person());
  server.use(refuses("/shipping/available", 500, "UnknowException"));
  await beginOrder();
  const shipping = within(screen.getByRole("region", { name: "Livraison" }));
  expect(await shipping.findByText("Transporteur indisponible")).toBeVisible();
  const typed = screen.getByRole<HTMLInputElement>("combobox", { name: "Article" }).value;
  expect(typed).toContain("Aube");
  server.use(answers("/shipping/available", quotes));
  await userEvent.click(shipping.getByRole("button", { name: "Réessayer" }));
  expect(await shipping.findByRole("radio", { name: "Colissimo" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Article" })).toHaveValue(typed);
});

test("a parcel that no carrier takes cannot be ordered", async () => {
  signIn(person());
  const carriers = quotes.carriers.filter(({ unavailable }) => unavailable);
  server.use(answers("/shipping/available", { ...quotes, carriers }));
  await beginOrder();
  expect(await screen.findByText("Aucun transporteur ne prend ce colis")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Créer une commande" }));
  const choice = screen.getByRole("radiogroup", { name: /^Mode de livraison/ });
  expect(choice).toHaveAttribute("aria-invalid", "true");
  expect(choice).toHaveAccessibleDescription("Ce champ est obligatoire.");
});
