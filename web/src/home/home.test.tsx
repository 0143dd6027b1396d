import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server, showEverything } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { customer, noFigures, noReport, noSales, Portal, pluginOf, signIn } from "../testing/Portal";
import { byDay } from "./days";
import { monthUpTo } from "./values";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../kit/src/chart/Plot", () => ({ default: () => null }));

beforeEach(showEverything);

const at = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T10:00Z`), toFake: ["Date"] });
const figures = (commerceOrders: number) => ({ ...noFigures, commerceOrders });
const point = (day: string, commerceOrders: number) => ({
  day,
  ...figures(commerceOrders),
  usualOrders: null,
});

/** Answers with the sales of November to who asks from its first day, and with those of October otherwise. */
function sells(asked: string[] = []) {
  server.use(
    http.get(api("/analytic/sales"), ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const isNow = searchParams.get("startAt") === "2026-11-01";
      return HttpResponse.json({
        data: isNow
          ? {
              ...noSales,
              ...{ current: figures(30), lastYear: figures(0), points: [point("2026-11-02", 30)] },
              goal: { due: "1000.00", goal: "10000.00", netSales: "1500.50", stores: 2 },
            }
          : { ...noSales, current: figures(20), points: [point("2026-10-01", 20)] },
      });
    }),
    answers("/analytic", {
      ...noReport,
      orders: { ...noReport.orders, statuses: [{ status: "SHIPPED", orders: 9 }] },
      sales: {
        countries: [
          { countryCode: "BE", orders: 4, articles: 9, netSales: "300.00" },
          { countryCode: "", orders: 1, articles: 1, netSales: "10.00" },
        ],
      },
      inventory: {
        ...{ uniqueProductCount: 12, productInWarehouse: 340 },
        inbound: { shipment: 1, product: 50 },
      },
    }),
  );
  return asked;
}

/** What asks of a list find: how many it has that fit. */
function counts(path: string, total: (filters: string) => number) {
  server.use(
    http.get(api(path), ({ request }) => {
      const cursor = atob(new URL(request.url).searchParams.get("cursor") ?? "");
      return HttpResponse.json({
        data: [],
        meta: { total: total(cursor), exact: true, next: null, previous: null },
      });
    }),
  );
}

test("this month stands beside the same days of the last, and leads to its orders", async () => {
  at("2026-11-03");
  signIn(person());
  const asked = sells();
  render(<Portal at="/admin" />);
  expect(
    await screen.findByRole("heading", { level: 2, name: "Performance globale du mois en cours" }),
  ).toBeVisible();
  expect((await screen.findByText(/^\+\s?50/)).parentElement).toHaveTextContent(
    /par rapport à octobre \(1–3\)/,
  );
  expect(screen.getByText(/^1\s?500,50\s€ vendus sur 10\s?000,00\s€, pour 2 boutiques$/)).toBeVisible();
  expect(screen.getByText(/^500,50\s€ d’avance/)).toBeVisible();
  // A year ago there was nothing to hold it against.
  expect(screen.getAllByText(/rien à comparer : novembre 2025/)[0]).toBeVisible();
  expect(asked.toSorted()).toEqual([
    "?startAt=2026-10-01&endAt=2026-10-03",
    "?startAt=2026-11-01&endAt=2026-11-03",
  ]);
  const statuses = within(await screen.findByRole("region", { name: "Commandes par statut" }));
  expect(await statuses.findByRole("row", { name: /Expédiée.*9.*7/ })).toBeVisible();
  const countries = within(await screen.findByRole("region", { name: "Ventes par pays" }));
  expect(countries.getAllByRole("listitem")[0]).toHaveTextContent(
    /^Belgique4 commandes80,0 %9 articles · 300,00\s€$/,
  );
  const days = within(screen.getByRole("region", { name: "Jour par jour" }));
  await userEvent.click(await days.findByRole("button", { name: /en tableau$/ }));
  const rows = days.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual(["Jour du moisnovembre 2026octobre 2026", "1020", "2300", "300"]);
  await userEvent.click(statuses.getByRole("link", { name: "9" }));
  expect(await screen.findByRole("button", { name: /Statut\s:\sExpédiée/ })).toBeVisible();
});

test("each figure says what it counts and where it comes from", async () => {
  at("2026-11-03");
  signIn(person());
  sells();
  render(<Portal at="/admin" />);
  const explanation = async (figure: string) => {
    const name = new RegExp(`^Définition\\s:\\s${figure}$`);
    await userEvent.click(await screen.findByRole("button", { name }));
    const panel = await screen.findByRole("dialog", { name });
    await waitFor(() => expect(panel).toHaveTextContent(/Source/));
    const text = panel.textContent;
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    return text;
  };
  const counted = /les commandes des boutiques.*Rien n’est encore compté/;
  for (const [figure, text] of [
    ["Commandes vendues", /premier et dernier jour compris/],
    ["Ventes HT", /sans la TVA ni la livraison/],
    ["Envois promotionnels", /sans les annulés/],
    ["Commandes annulées", /annulées depuis/],
    ["Articles commandés", /envois promotionnels compris/],
    ["Commandes vendues par jour", /même jour du mois d’avant/],
    ["Commandes par statut", /«\sToutes\s» compte aussi/],
  ] as const) {
    const said = await explanation(figure);
    expect(said).toMatch(text);
    expect(said).toMatch(counted);
  }
  expect(await explanation("Tickets ouverts")).toMatch(/les tickets du service client/);
  expect(await explanation("Frais HT")).toMatch(/les frais des boutiques/);
  for (const figure of ["Articles en entrepôt", "Articles attendus"]) {
    const said = await explanation(figure);
    expect(said).toMatch(/à la dernière synchronisation, quelle que soit la période\./);
    expect(said).not.toMatch(/Rien n’est encore compté/);
  }
});

test("articles and stock lead to what they are counted of, and the month can be printed", async () => {
  at("2026-11-03");
  signIn(customer({ permissions: ["READ_AUDIT", "READ_ORDER", "READ_PRODUCT"] }));
  sells();
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  render(<Portal at="/customer/org-1" />);
  const asked = async (figure: string) => {
    const link = await screen.findByRole("link", { name: figure });
    const [list, cursor = ""] = link.getAttribute("href")?.split("?cursor=") ?? [];
    return { list, filters: JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))).filters };
  };
  expect(await asked("Articles commandés")).toEqual({
    list: "/customer/org-1/order",
    filters: [
      { field: "status", values: expect.not.arrayContaining(["CANCELLED"]) },
      { field: "submittedAt", from: "2026-11-01", to: "2026-11-03" },
    ],
  });
  expect((await asked("Articles en entrepôt")).list).toBe("/customer/org-1/store-product");
  expect(await asked("Articles attendus")).toEqual({
    list: "/customer/org-1/inbound-shipment",
    filters: [{ field: "status", values: ["TRANSMITTED", "OFFLOADING"] }],
  });
  await userEvent.click(screen.getByRole("button", { name: "Imprimer la page" }));
  expect(print).toHaveBeenCalledOnce();
});

test("a merchant sees what runs out first, and how long it lasts", async () => {
  signIn(customer({ permissions: ["READ_PRODUCT"] }));
  const row = (id: string, available: number, daysLeft: number | null) => ({
    ...{ id, name: id, image: "", daysLeft, store: { id: "store-1", name: "Maison Aube" } },
    stock: { available, inWarehouse: available, reserved: 0, damaged: 0 },
  });
  const asked: string[] = [];
  server.use(
    http.get(api("/product"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      return HttpResponse.json({
        data: [row("Unsold", 1, null), row("Slow", 9, 40), row("Fast", 5, 1)],
        meta: { total: 3, exact: true, next: null, previous: null },
      });
    }),
  );
  render(<Portal at="/customer/org-1" />);
  const table = within(await screen.findByRole("group", { name: "Bientôt épuisés" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((each) => each.textContent)).toEqual([
    expect.stringMatching(/^Fast.*51 jour$/),
    expect.stringMatching(/^Slow.*940 jours$/),
    expect.stringMatching(/^Unsold/),
  ]);
  expect(asked.every((cursor) => cursor.includes("low"))).toBe(true);
});

test("figures of lists that one may not read lead nowhere", async () => {
  at("2026-11-03");
  signIn(customer({ permissions: ["READ_AUDIT"] }));
  sells();
  render(<Portal at="/customer/org-1" />);
  expect(await screen.findByText("340")).toBeVisible();
  for (const figure of ["Articles commandés", "Articles en entrepôt", "Articles attendus"])
    expect(screen.queryByRole("link", { name: figure })).toBeNull();
});

test("what needs a hand has its count and its reason, and leads to its list", async () => {
  at("2026-11-03");
  signIn(person());
  server.use(
    answers("/order/summary", {
      byStatus: [
        { status: "ACTION_REQUIRED", count: 3 },
        { status: "EXCEPTION", count: 2 },
        { status: "BACKORDER", count: 5 },
      ],
      ...{ lastSynchronizedAt: null, setAside: 0 },
    }),
    answers("/invoice/missing-invoice", [
      {
        store: { id: "store-1", name: "Maison Aube" },
        organizations: [
          { id: "org-1", name: "Port SAS" },
          { id: "org-2", name: "Quai SARL" },
        ],
        ...{ lastInvoiceAt: null, orders: 4 },
      },
    ]),
  );
  const inbound = {
    ...{ area: "admin" as const, path: "/admin/acme/inbound-shipment", permission: "READ_ORDER" },
    ...{ label: { en: "Inbound", fr: "Réceptions" }, group: "integrations", icon: "shipped", menu: false },
  };
  server.use(answers("/plugins", [pluginOf({ id: "acme", name: "Acme", screens: [inbound] })]));
  counts("/order", (filters) => (filters.includes("ADDRESS_UNCONFIRMED") ? 4 : 0));
  counts("/inbound-shipment", (filters) => (filters.includes("2026-11-02") ? 8 : 9));
  counts("/job", (filters) => (filters.includes("orders.synchronize") ? 1 : 6));
  counts("/product", (filters) => (filters.includes("low") ? 11 : 0));
  render(<Portal at="/admin" />);
  const needs = within(await screen.findByRole("region", { name: "À traiter aujourd’hui" }));
  await needs.findByRole("link", { name: /stock faible 11/ });
  const texts = needs.getAllByRole("link").map((link) => link.textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^Commandes à débloquer 3 L’entrepôt attend/),
    expect.stringMatching(/^Commandes en anomalie 2 /),
    expect.stringMatching(/^Commandes en rupture 5 /),
    expect.stringMatching(/^Adresses à corriger 4 /),
    expect.stringMatching(/^Réceptions en retard 8 /),
    expect.stringMatching(/^Éléments mis de côté 0 /),
    expect.stringMatching(/^Synchronisations en échec 1 /),
    expect.stringMatching(/^Boutiques sans facture 1 .* en octobre\./),
    expect.stringMatching(/^Produits en stock faible 11 /),
  ]);
  const late = needs.getByRole("link", { name: /^Réceptions/ }).getAttribute("href");
  expect(late).toMatch(/^\/admin\/acme\/inbound-shipment\?cursor=/);
  await userEvent.click(needs.getByRole("link", { name: /^Adresses/ }));
  const filter = /Motif de blocage\s:\sAdresse introuvable \+1/;
  expect(await screen.findByRole("button", { name: filter })).toBeVisible();
});

test("a customer sees their organization, and is asked nothing that they may not read", async () => {
  at("2026-11-03");
  signIn(customer({ permissions: ["READ_AUDIT"] }));
  const forbidden: string[] = [];
  for (const path of ["/order/summary", "/job", "/product", "/set-aside-item", "/invoice/missing-invoice"])
    server.use(http.get(api(path), () => void forbidden.push(path)));
  const asked = sells();
  render(<Portal at="/customer/org-1" />);
  expect(await screen.findByText(/^\+\s?50/)).toBeVisible();
  expect(asked).toContain("?startAt=2026-11-01&endAt=2026-11-03&organizationId=org-1");
  expect(screen.queryByRole("region", { name: "À traiter aujourd’hui" })).toBeNull();
  const statuses = within(await screen.findByRole("region", { name: "Commandes par statut" }));
  expect(await statuses.findByRole("row", { name: /Expédiée.*9/ })).toBeVisible();
  expect(statuses.queryByRole("link")).toBeNull();
  expect(forbidden).toEqual([]);
});

test("who reads no reports has what needs a hand, and the orders", async () => {
  at("2026-11-03");
  signIn(customer());
  render(<Portal at="/customer/org-1" />);
  expect(await screen.findByRole("region", { name: "Dernières commandes" })).toBeVisible();
  expect(screen.getByRole("link", { name: /^Commandes à débloquer/ })).toBeVisible();
  const late = screen.getByRole("link", { name: /^Réceptions en retard/ }).getAttribute("href") ?? "";
  const [list, cursor = ""] = late.split("?cursor=");
  expect(list).toBe("/customer/org-1/inbound-shipment");
  expect(JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))).filters).toEqual([
    { field: "status", values: ["TRANSMITTED"] },
    { field: "expectedAt", to: "2026-11-02" },
  ]);
  const statuses = within(await screen.findByRole("region", { name: "Commandes par statut" }));
  await userEvent.click(await statuses.findByRole("link", { name: "7" }));
  expect(await screen.findByRole("button", { name: /Statut\s:\sExpédiée/ })).toBeVisible();
});

test("the first order is waited for with a word on what comes next", async () => {
  signIn(person());
  server.use(answers("/order/summary", { byStatus: [], lastSynchronizedAt: null, setAside: 0 }));
  render(<Portal at="/admin" />);
  expect(await screen.findByRole("heading", { name: "Aucune commande pour le moment" })).toBeVisible();
  expect(screen.getByText(/puis synchronisez les commandes/)).toBeVisible();
});

test("figures that cannot be had say so, and leave the rest", async () => {
  signIn(person());
  server.use(refuses("/analytic/sales", 500, "Internal"));
  render(<Portal at="/admin" />);
  const figures = within(await screen.findByRole("region", { name: "Chiffres du mois" }));
  expect(await figures.findByRole("button", { name: "Réessayer" })).toBeVisible();
  expect(await screen.findByRole("region", { name: "Commandes par statut" })).toBeVisible();
});

test("the same days of a shorter month end with it, days without orders have none", () => {
  expect(monthUpTo("2026-03-31")).toEqual({
    now: { from: "2026-03-01", to: "2026-03-31" },
    before: { from: "2026-02-01", to: "2026-02-28" },
  });
  expect(monthUpTo("2027-01-01").before).toEqual({ from: "2026-12-01", to: "2026-12-01" });
  const days = byDay(monthUpTo("2026-03-31"), [point("2026-03-02", 4)], [point("2026-02-28", 5)]);
  expect(days).toHaveLength(31);
  expect([days[0], days[1], days[27], days[28]]).toEqual([
    { day: 1, now: 0, before: 0 },
    { day: 2, now: 4, before: 0 },
    { day: 28, now: 0, before: 5 },
    { day: 29, now: 0, before: null },
  ]);
});

test("connections to check are told with the provider's words, the others on demand", async () => {
  at("2026-11-03");
  signIn(person());
  const connector: Schemas["CheckedConnector"] = {
    ...{ id: "c-1", role: "shop", type: "shopify", name: "Shopify", logo: null },
    state: "FAILING",
    ...{ store: { id: "store-1", name: "Nova Wear" }, synchronizedAt: "2026-11-01T08:00:00Z" },
    problem: "the token was withdrawn",
  };
  const fine: Schemas["CheckedConnector"] = {
    ...connector,
    ...{ id: "c-2", name: "Bigblue", type: "bigblue", problem: null },
    state: "UP_TO_DATE",
  };
  server.use(answers("/connector/health", { total: 2, failing: 1, late: 0, connectors: [connector, fine] }));
  render(<Portal at="/admin" />);
  const region = within(await screen.findByRole("region", { name: "Connexions" }));
  const row = await region.findByRole("row", {
    name: /Shopify.*Nova Wear.*En échec.*«\s?the token was withdrawn\s?»/,
  });
  expect(within(row).getByRole("link", { name: "Nova Wear" })).toHaveAttribute(
    "href",
    "/admin/store/store-1?tab=connections",
  );
  expect(region.getByText("2 connexions, dont 1 à vérifier")).toBeVisible();
  expect(region.queryByText("Bigblue")).toBeNull();
  await userEvent.click(region.getByRole("button", { name: "Tout afficher" }));
  expect(region.getByRole("row", { name: /Bigblue.*À jour/ })).toBeVisible();
});
