import type { Schemas } from "@comptoir/kit";
import { answers, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { customer, Portal, pageOf, signIn } from "../testing/Portal";

const row: Schemas["InboundShipmentRow"] = {
  id: "shipment-1",
  provider: "bigblue",
  providerRef: "IS-000123",
  name: "Presse de Diksmuide",
  reference: "1Z999",
  carrier: "UPS",
  warehouse: "EU-FRA-002",
  status: "OFFLOADING",
  providerStatus: "",
  organizations: [{ id: "org-1", name: "Port SAS" }],
  expectedUnits: 1_300,
  offloadedUnits: 480,
  damagedUnits: 40,
  progress: 40,
  expectedAt: "2026-12-01T08:00:00Z",
  updatedAt: "2026-01-16T09:00:00Z",
  extra: {},
};

const shipment: Schemas["InboundShipment"] = {
  ...row,
  store: null,
  units: [
    {
      id: "unit-1",
      sku: "CPSL-AURO-0001",
      name: "Aube (LP)",
      title: "Default Title",
      productId: "product-1",
      expectedQuantity: 1_300,
      offloadedQuantity: 480,
      damagedQuantity: 40,
      progress: 40,
      organization: { id: "org-1", name: "Port SAS" },
    },
  ],
  history: [],
};

test("a customer sees how much of a shipment has come, and opens it", async () => {
  signIn(customer({ permissions: ["READ_ORDER", "READ_PRODUCT"] }));
  server.use(pageOf("/inbound-shipment", [row]), answers("/inbound-shipment/shipment-1", shipment));
  render(<Portal at="/customer/org-1/inbound-shipment" />);
  const link = await screen.findByRole("link", { name: "Presse de Diksmuide" });
  const cells = within(link.closest("tr") as HTMLElement);
  expect(cells.getByText("En déchargement")).toBeVisible();
  expect(cells.getByText("1 300")).toBeVisible();
  expect(cells.getByRole("progressbar", { name: "Avancement" })).toHaveAttribute("value", "40");
  expect(cells.getByText("01/12/2026")).toBeVisible();

  await userEvent.click(link);
  expect(await screen.findByRole("heading", { name: "Presse de Diksmuide" })).toHaveFocus();
  const units = within(screen.getByRole("region", { name: "Articles" }));
  expect(units.getByText("CPSL-AURO-0001")).toBeVisible();
  expect(units.getByRole("link", { name: "Aube (LP)" })).toHaveAttribute(
    "href",
    "/customer/org-1/store-product/product-1",
  );
  expect(units.getByText("40")).toBeVisible();
  expect(units.getByRole("progressbar", { name: "Avancement de CPSL-AURO-0001" })).toBeVisible();
  expect(screen.queryByText("Boutique")).toBeNull();
});

test("a shipment of which nothing came by its day is late, on its own page too", async () => {
  signIn(customer());
  const late = { ...shipment, status: "TRANSMITTED" as const, expectedAt: "2026-01-02T08:00:00Z" };
  server.use(answers("/inbound-shipment/shipment-1", late));
  render(<Portal at="/customer/org-1/inbound-shipment/shipment-1" />);
  expect(await screen.findByText("En retard")).toBeVisible();
});

test.each([
  [["READ_ORDER", "READ_STORE"], "/customer/org-1/store/store-1"],
  [["READ_ORDER"], null],
] as const)("who may %j is led from a shipment to its store, or not", async (permissions, to) => {
  signIn(customer({ permissions: [...permissions] }));
  const store = { id: "store-1", name: "Maison Aube" };
  server.use(answers("/inbound-shipment/shipment-1", { ...shipment, store }));
  render(<Portal at="/customer/org-1/inbound-shipment/shipment-1" />);
  const name = await screen.findByText("Maison Aube");
  expect(name.getAttribute("href")).toBe(to);
});

test("a shipment without a name goes by its number, and may hold nothing of one's own", async () => {
  signIn(customer());
  const empty = { ...shipment, name: "", units: [] };
  server.use(answers("/inbound-shipment/shipment-1", empty));
  render(<Portal at="/customer/org-1/inbound-shipment/shipment-1" />);
  expect(await screen.findByRole("heading", { name: "IS-000123" })).toBeVisible();
  expect(screen.getByText("Aucun de vos articles dans cette réception")).toBeVisible();
});

test("where nothing is on its way, the list says so", async () => {
  signIn(customer());
  server.use(pageOf("/inbound-shipment", []));
  render(<Portal at="/customer/org-1/inbound-shipment" />);
  expect(await screen.findByRole("heading", { name: "Aucune réception pour le moment" })).toBeVisible();
});

test("a shipment that one may not know of is not found", async () => {
  signIn(customer());
  server.use(refuses("/inbound-shipment/foreign", 404, "NotFoundResourceException"));
  render(<Portal at="/customer/org-1/inbound-shipment/foreign" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});
