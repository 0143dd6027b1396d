import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, pluginOf, signIn } from "../testing/Portal";
import type { Simulation, SimulationGroup, SimulationRow } from "./api";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../kit/src/chart/Plot", () => ({ default: () => null }));

const AT = "/admin/shipping/simulation/simulation-1";

const figures = (cost: string, revenue: string, margin: string) => ({
  orders: 4,
  unquoted: 1,
  cost,
  revenue,
  margin,
});
const before = figures("16.92", "17.14", "0.22");
const after = figures("20.19", "19.44", "-0.75");
const group = (key: string, name = ""): SimulationGroup => ({ key, name, before, after });

const simulation = (change: Partial<Simulation> = {}): Simulation => ({
  id: "simulation-1",
  provider: "bigblue",
  priceCount: 1,
  validFrom: "2027-01-01",
  from: "2026-08-24",
  to: "2026-11-24",
  storeIds: null,
  state: "COMPLETED",
  progress: { done: 4, total: 4, note: null },
  error: null,
  jobId: "job-1",
  author: "Ada",
  createdAt: "2026-11-24T09:00:00Z",
  startedAt: "2026-11-24T09:00:00Z",
  finishedAt: "2026-11-24T09:00:05Z",
  result: {
    before,
    after,
    unweighed: 0,
    assumed: 2,
    carriers: [group("carrier-1", "Colissimo"), group("")],
    countries: [group("FR"), group("BE")],
    bands: [group("0-500"), group("")],
    stores: [group("store-1", "Maison Aube")],
    orders: [
      {
        id: "order-1",
        reference: "#1042",
        storeId: "store-1",
        storeName: "Maison Aube",
        before: { cost: "5.64", revenue: "6.57" },
        after: { cost: "6.73", revenue: "7.72" },
      },
    ],
  },
  ...change,
});

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";

/** Staff who may change prices open a simulation. */
function open(shown: Simulation) {
  signIn(person());
  server.use(
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue" })]),
    answers("/shipping/simulation/simulation-1", shown),
  );
  return render(<Portal at={AT} />);
}

test("both grids are compared, in all and by what one looks at", async () => {
  open(simulation());
  expect(
    await screen.findByRole("heading", { level: 1, name: "Simulation de prix · Bigblue" }),
  ).toBeVisible();
  const page = words(await screen.findByRole("main"));
  expect(page).toContain("Coût20,19 €En hausse+19,3 % par rapport à la grille actuelle");
  expect(page).toContain("Marge-0,75 €En baisse-440,9 %");
  expect(page).toContain("1 aujourd’hui, 1 après");
  expect(page).toContain("Le transporteur de 2 commandes n’est pas connu");
  expect(page).toContain("du 24/08/2026 au 24/11/2026");

  const most = screen.getByRole("region", { name: "Les commandes dont le coût change le plus" });
  expect(within(most).getByRole("link", { name: "#1042" })).toHaveAttribute("href", "/admin/order/order-1");
  expect(words(most)).toContain("+1,09 €");
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await userEvent.click(within(most).getByRole("button", { name: "Télécharger ces commandes" }));
  const file = (await Promise.all(saved.mock.calls.map(([blob]) => (blob as Blob).text()))).join();
  expect(file.split("\r\n").slice(0, 2)).toEqual([
    "Commande;Boutique;Coût actuel;Nouveau coût;Écart de coût;Facturé actuel;Nouveau facturé",
    "#1042;Maison Aube;5,64;6,73;1,09;6,57;7,72",
  ]);

  await userEvent.click(screen.getByRole("tab", { name: /Par tranche de poids/ }));
  await userEvent.click(screen.getByRole("button", { name: /tableau/i }));
  const table = screen.getByRole("group", { name: "Par tranche de poids · Coût" });
  const rows = within(table).getAllByRole("row").map(words);
  expect(rows).toEqual([
    "Tranche de poidsGrille actuelleNouvelle grille",
    "0–0,5 kg16,92 €20,19 €",
    "Hors tranche16,92 €20,19 €",
  ]);
});

test("one that runs says how far it is, and can be stopped", async () => {
  const running = simulation({
    state: "PENDING",
    result: null,
    finishedAt: null,
    progress: { done: 250_000, total: 1_000_000, note: null },
  });
  open(running);
  expect(await screen.findByRole("progressbar", { name: "Calcul des commandes" })).toHaveAttribute(
    "value",
    "25",
  );
  const stopped: Simulation = { ...running, state: "FAILED", error: "canceled" };
  server.use(
    http.delete(api("/shipping/simulation/simulation-1"), () => HttpResponse.json({ data: stopped })),
    answers("/shipping/simulation/simulation-1", stopped),
  );
  await userEvent.click(screen.getByRole("button", { name: "Arrêter la simulation" }));
  expect(await screen.findByText("La simulation a été arrêtée")).toBeVisible();
});

test("what failed, and a period without orders, say what to do", async () => {
  const { unmount } = open(
    simulation({ state: "FAILED", result: null, error: "the prices have changed meanwhile" }),
  );
  expect(await screen.findByText("La simulation n’a pas abouti")).toBeVisible();
  unmount();
  const nothing = { orders: 0, unquoted: 0, cost: "0", revenue: "0", margin: "0" };
  const result = { before: nothing, after: nothing, unweighed: 0, assumed: 0 };
  open(simulation({ result: { ...result, carriers: [], countries: [], bands: [], stores: [], orders: [] } }));
  expect(await screen.findByText("Aucune commande expédiée")).toBeVisible();
});

/** Staff open the last simulations. */
function openList(rows: SimulationRow[]) {
  signIn(person());
  server.use(
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue" })]),
    answers("/shipping/simulation", rows),
  );
  return render(<Portal at="/admin/shipping/simulation" />);
}

test("the last simulations are found again, and lead to what came of them, and back", async () => {
  const { id, provider, validFrom, from, to, storeIds, priceCount, state, author, ...at } = simulation();
  const { createdAt, startedAt, finishedAt } = at;
  const row = {
    id,
    provider,
    validFrom,
    from,
    to,
    storeIds,
    priceCount,
    state,
    author,
    createdAt,
    startedAt,
    finishedAt,
  };
  openList([
    { ...row, id: "simulation-3", state: "PENDING", startedAt: null, finishedAt: null },
    { ...row, id: "simulation-2", state: "PENDING", storeIds: ["store-1"], finishedAt: null },
    row,
    { ...row, id: "simulation-0", state: "FAILED", author: "" },
  ]);
  expect(await screen.findByRole("heading", { level: 1, name: "Simulations de prix" })).toBeVisible();
  await screen.findAllByText("Bigblue");
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map(words)).toEqual([
    "24/11/2026 à 10:00BigblueEn attente101/01/2027du 24/08/2026 au 24/11/2026ToutesAda",
    "24/11/2026 à 10:00BigblueEn cours101/01/2027du 24/08/2026 au 24/11/20261Ada",
    "24/11/2026 à 10:00BigblueTerminée101/01/2027du 24/08/2026 au 24/11/2026ToutesAda",
    "24/11/2026 à 10:00BigblueInterrompue101/01/2027du 24/08/2026 au 24/11/2026Toutes—",
  ]);
  server.use(answers("/shipping/simulation/simulation-1", simulation()));
  await userEvent.click(within(rows[2] as HTMLElement).getByRole("link"));
  expect(await screen.findByText("Avant et après")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Simulations de prix" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Simulations de prix" })).toBeVisible();
});

test("without simulations it is told how one is made; without an answer, that there is none", async () => {
  const { unmount } = openList([]);
  expect(await screen.findByText("Aucune simulation")).toBeVisible();
  unmount();
  openList([]);
  server.use(refuses("/shipping/simulation", 500, "InternalServerErrorException"));
  expect(await screen.findByRole("button", { name: "Réessayer" })).toBeVisible();
});
