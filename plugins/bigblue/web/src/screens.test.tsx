import { answers, api, Screen, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, test, vi } from "vitest";
import BundleList from "./BundleList";
import InboundDetail from "./InboundDetail";
import { messages } from "./messages";
import NewProduct from "./ProductForm";
import ProductImport from "./ProductImport";

beforeAll(() => {
  i18next.addResourceBundle("fr", "bigblue", messages.fr);
});

const bundle = (number: number) => ({
  connector: "c-1",
  sku: `CPSLBU-${String(number).padStart(6, "0")}-0001`,
  name: number === 7 ? "Été" : `Coffret ${number}`,
  options: [{ name: "Édition", value: "1" }],
  components: { common: [{ sku: "CPSL-000042-0001", quantity: 2 }], variants: [] },
});

test("bundles are searched and paged here, and tell what they hold", async () => {
  const all = Array.from({ length: 30 }, (_, number) => bundle(number));
  server.use(http.get(api("/bigblue/bundle"), () => HttpResponse.json({ data: all, meta: {} })));
  render(
    <Screen>
      <BundleList />
    </Screen>,
  );
  expect(await screen.findByText("1–20 sur 30")).toBeVisible();
  await userEvent.type(screen.getByRole("searchbox", { name: "Référence ou nom" }), "ete");
  expect(await screen.findByText("1–1 sur 1")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Détails de Été" }));
  expect(screen.getByRole("link", { name: "2 × CPSL-000042-0001" })).toBeVisible();
});

test("c opens the form of a new bundle, for those who may make one", async () => {
  server.use(http.get(api("/bigblue/bundle"), () => HttpResponse.json({ data: [bundle(1)], meta: {} })));
  const { unmount } = render(
    <Screen mayOpen={() => false}>
      <BundleList />
    </Screen>,
  );
  expect(await screen.findByText("1–1 sur 1")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Créer un pack" })).toBeNull();
  await userEvent.keyboard("c");
  expect(screen.getByText("1–1 sur 1")).toBeVisible();
  unmount();
  render(
    <Screen>
      <BundleList />
    </Screen>,
  );
  await screen.findByText("1–1 sur 1");
  await userEvent.keyboard("c");
  expect(await screen.findByText("elsewhere: /admin/bigblue/bundle/create")).toBeVisible();
});

test("what Bigblue's rules refuse stands at its field", async () => {
  const issues = [{ field: "barcode", code: "ean", message: "Code EAN non valide." }];
  server.use(
    http.post(api("/bigblue/product"), () => HttpResponse.json({ data: { issues } }, { status: 400 })),
  );
  render(
    <Screen>
      <NewProduct />
    </Screen>,
  );
  await userEvent.type(screen.getByRole("textbox", { name: "Référence" }), "CPSL-000042-0001");
  await userEvent.type(screen.getByRole("textbox", { name: "Nom" }), "Aube");
  await userEvent.type(screen.getByRole("textbox", { name: "Code-barres" }), "12");
  await userEvent.click(screen.getByRole("button", { name: "Créer un produit" }));
  expect(await screen.findByText("Code EAN non valide.")).toBeVisible();
});

const job = (id: string, result: object) => ({
  id,
  attempts: 1,
  status: "COMPLETED",
  progress: null,
  error: null,
  files: [],
  result,
});

test("a file with a fault is not imported; a good one is, by one job", async () => {
  const runs = [
    {
      rows: 1,
      faults: [{ line: 3, column: 2, heading: "Name", message: "Obligatoire" }],
      faultCount: 1,
      ignored: [],
    },
    { rows: 2, faults: [], faultCount: 0, ignored: ["Barcod"] },
    { created: 2, updated: 0, unchanged: 0, failed: [], failedCount: 0 },
  ];
  const asked: string[] = [];
  server.use(
    http.post(api("/bigblue/product/import"), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: { job: `j-${asked.length - 1}` } }, { status: 202 });
    }),
    http.get(api("/job/:id"), ({ params }) => {
      const id = String(params.id);
      return HttpResponse.json({ data: job(id, runs[Number(id.slice(2))] as object) });
    }),
  );
  const { container } = render(
    <Screen>
      <ProductImport />
    </Screen>,
  );
  const choose = async () => {
    await screen.findByRole("button", { name: "Importer" });
    const input = await vi.waitFor(() => {
      const found = container.querySelector<HTMLInputElement>("input[type=file]");
      if (!found) throw new Error("no input yet");
      return found;
    });
    await userEvent.upload(input, new File(["SKU,Name\n"], "produits.csv", { type: "text/csv" }));
  };
  await choose();
  expect(await screen.findByText("Obligatoire")).toBeVisible();
  expect(screen.getByRole("button", { name: "Importer" })).toHaveAttribute("aria-disabled", "true");
  await choose();
  expect(await screen.findByText(/2 lignes vérifiées/)).toBeVisible();
  expect(screen.getByText(/Cette colonne n’est pas lue : Barcod/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Importer" }));
  expect(await screen.findByText(/Créés : 2/)).toBeVisible();
  expect(asked).toEqual(["?check=true", "?check=true", ""]);
});

test("a shipment tells what of each SKU arrived, damaged pieces included", async () => {
  const shipment = {
    id: "s-1",
    providerRef: "CPSLINEU00001",
    name: "Pressage",
    reference: "",
    carrier: "UPS",
    warehouse: "EU",
    status: "OFFLOADING" as const,
    provider: "bigblue",
    providerStatus: "",
    store: { id: "store-1", name: "Maison Aube" },
    extra: {},
    history: [],
    organizations: [],
    expectedUnits: 200,
    offloadedUnits: 90,
    damagedUnits: 10,
    progress: 50,
    expectedAt: null,
    updatedAt: "2026-11-20T09:00:00Z",
    units: [
      {
        id: "u-1",
        sku: "CPSL-000042-0001",
        name: "Aube",
        title: "Aube",
        productId: "p-1",
        expectedQuantity: 200,
        offloadedQuantity: 90,
        damagedQuantity: 10,
        progress: 50,
        organization: null,
      },
    ],
  };
  const changes = [{ field: "status", before: "TRANSMITTED", after: "OFFLOADING" }];
  server.use(
    answers("/inbound-shipment/s-1", shipment),
    answers("/plugins", [
      {
        id: "bigblue",
        name: "Bigblue",
        version: "1",
        entry: null,
        frame: null,
        kit: null,
        screens: [],
        columns: [],
        actions: [],
        tasks: {},
      },
    ]),
    answers("/logs", []),
    answers("/history", [{ at: "2026-11-20T09:00:00Z", actor: "plugin bigblue", action: "update", changes }]),
  );
  render(
    <Screen at="/s/s-1" path="/s/:shipmentId">
      <InboundDetail />
    </Screen>,
  );
  expect(await screen.findByText("50 %")).toBeVisible();
  expect(screen.getByText("En déchargement")).toBeVisible();
  expect(screen.getByText("Aucune organisation associée")).toBeVisible();
  expect(screen.getByRole("link", { name: "Maison Aube" })).toHaveAttribute("href", "/admin/store/store-1");
  const sentence = "Le connecteur Bigblue a modifié Statut : « Annoncée » → « En déchargement »";
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(await screen.findByRole("textbox", { name: /Votre note/ })).toBeVisible();
});
