import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { nextOf } from "../../testing/next";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import { projectOf } from "../../testing/projects";
import type { Production } from "./api";
import { shownOf } from "./values";

const production = (change: Partial<Production> = {}): Production => ({
  id: "production-1",
  project: { id: "project-1", name: "Tournée 2027" },
  product: { id: "product-1", name: "T-shirt tournée" },
  factory: { id: "factory-1", name: "Atelier Bursa" },
  name: "Premier tirage",
  status: "SAMPLING",
  quantity: 500,
  dueAt: "2026-11-01",
  isLate: true,
  next: nextOf(["DRAFT", "IN_PRODUCTION", "CANCELED"]),
  createdAt: "2026-10-01T09:00:00Z",
  updatedAt: "2026-10-02T09:00:00Z",
  ...change,
});
const BURSA = {
  ...{ id: "factory-1", name: "Atelier Bursa", countryCode: "TR", description: "", tags: [] },
  ...{ quantityMin: 100, quantityMax: 1000, delayInWeek: 4, priceRange: 2 },
  ...{ load: { open: 0, quantity: 0 }, createdAt: "", updatedAt: "" },
};
const MOVED = production({
  status: "IN_PRODUCTION",
  next: nextOf(["SAMPLING", "QUALITY_CONTROL", "CANCELED"]),
  updatedAt: "2026-10-03T09:00:00Z",
});

/** What is sent to change the production; each answer is what there is from then on. */
function moves(...results: (Production | { name: string; message: string })[]) {
  const sent: { edition: string | null; body: unknown }[] = [];
  server.use(
    http.patch(api("/project-productions/production-1"), async ({ request }) => {
      sent.push({ edition: request.headers.get("if-match"), body: await request.json() });
      const result = results[sent.length - 1];
      if (!result || !("id" in result)) return HttpResponse.json({ error: result }, { status: 409 });
      server.use(pageOf("/project-productions", [result]));
      return HttpResponse.json({ data: result });
    }),
  );
  return sent;
}

/** What the list of productions is narrowed by, each time it is asked. */
function askedFilters() {
  const asked: unknown[] = [];
  server.use(
    http.get(api("/project-productions"), ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
      asked.push(JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))).filters);
    }),
  );
  return asked;
}

const column = (name: RegExp) => within(screen.getByRole("region", { name }));

async function moveTo(name: string | RegExp) {
  await userEvent.click(await screen.findByRole("button", { name: /^Déplacer.*Premier tirage$/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

beforeEach(() => {
  signIn(person());
  server.use(
    answers("/projects/project-1", projectOf()),
    answers("/history", []),
    answers("/project-productions/production-1", production()),
    pageOf("/project-productions", [production()]),
    pageOf("/project-products", []),
    pageOf("/factories", []),
    pageOf("/projects", []),
  );
});

test("what was moved is shown until the list tells of it, or of something newer", () => {
  const moved = new Map([[MOVED.id, MOVED]]);
  expect(shownOf([production()], moved)).toEqual([MOVED]);
  const newer = production({ status: "SHIPPED", updatedAt: "2026-10-03T09:00:00.500Z" });
  expect(shownOf([newer], moved)).toEqual([newer]);
  expect(shownOf([], moved)).toEqual([]);
});

test("a card tells what is made where, how much of it and by when, and goes where its status may go", async () => {
  render(<Portal at="/admin/project/project-1/production" />);
  const card = within(
    (await screen.findByRole("link", { name: "Premier tirage" })).closest("li") as HTMLElement,
  );
  expect(card.getByText("T-shirt tournée · Atelier Bursa")).toBeVisible();
  expect(card.getByText("500 pièces")).toBeVisible();
  expect(card.getByText("En retard")).toBeVisible();
  expect(screen.getAllByRole("heading", { level: 2 }).map((head) => head.textContent?.trim())).toEqual([
    "Brouillon 0",
    "Échantillon 1",
    "En production 0",
    "Contrôle qualité 0",
    "Expédiée 0",
    "Terminée 0",
    "Annulée 0",
  ]);
  await userEvent.click(card.getByRole("button", { name: /^Déplacer/ }));
  const goals = await screen.findAllByRole("menuitem");
  expect(goals.map((goal) => goal.textContent?.replace(/\s/g, " "))).toEqual([
    "Vers « Brouillon »",
    "Vers « En production »",
    "Vers « Annulée »",
  ]);
});

test("a card that is moved is saved with the version that was seen, and is put back on request", async () => {
  const back = production({ updatedAt: "2026-10-04T09:00:00Z" });
  const sent = moves(MOVED, back);
  render(<Portal at="/admin/project/project-1/production" />);
  await moveTo(/En production/);
  expect(column(/^En production/).getByText("Premier tirage")).toBeVisible();
  expect(await screen.findByText(/« Premier tirage » est passée à « En production »/)).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: /^Annuler/ }));
  await waitFor(() => expect(column(/^Échantillon/).getByText("Premier tirage")).toBeVisible());
  expect(sent).toEqual([
    { edition: "2026-10-02T09:00:00Z", body: { status: "IN_PRODUCTION" } },
    { edition: "2026-10-03T09:00:00Z", body: { status: "SAMPLING" } },
  ]);
});

test("a card whose move is refused is where it was again, and it is said why", async () => {
  moves({ name: "ConflictEditException", message: "Modifiée entre-temps par Lou" });
  render(<Portal at="/admin/project/project-1/production" />);
  await moveTo(/En production/);
  expect(await screen.findByText(/Modifiée entre-temps par Lou/)).toBeVisible();
  expect(column(/^Échantillon/).getByText("Premier tirage")).toBeVisible();
});

test("who only reads productions moves none", async () => {
  signIn(person({ permissions: ["READ_PROJECT", "READ_PROJECT_PRODUCTION"] }));
  render(<Portal at="/admin/project/project-1/production" />);
  expect(await screen.findByRole("link", { name: "Premier tirage" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Déplacer/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "Créer une production" })).toBeNull();
});

test("the productions of all projects are on a board or in a list, narrowed alike", async () => {
  server.use(pageOf("/factories", [BURSA]), answers("/factories/factory-1", BURSA));
  const asked = askedFilters();
  render(<Portal at="/admin/production" />);
  const card = (await screen.findByRole("link", { name: "Premier tirage" })).closest("li") as HTMLElement;
  expect(within(card).getByText("Tournée 2027")).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Atelier" }));
  await userEvent.click(await screen.findByRole("option", { name: /Atelier Bursa/ }));
  const byFactory = [{ field: "factoryId", values: ["factory-1"] }];
  await waitFor(() => expect(asked.at(-1)).toEqual(byFactory));
  await userEvent.click(screen.getByRole("tab", { name: "Liste" }));
  const row = (await screen.findByRole("link", { name: "Premier tirage" })).closest("tr") as HTMLElement;
  expect(within(row).getByText("Échantillon")).toBeVisible();
  expect(asked.at(-1)).toEqual(byFactory);
});

const CALENDAR = "/admin/production?view=calendar&month=2026-11";
const DUE = { id: "production-2", name: "Second tirage", dueAt: "2026-11-12", isLate: false };
const onDay = (name: RegExp) => screen.findByRole("cell", { name });

test("a calendar tells what is due on which day, and asks for the days in sight alone", async () => {
  server.use(pageOf("/project-productions", [production(), production(DUE)]));
  const asked = askedFilters();
  render(<Portal at={CALENDAR} />);
  const late = within(await onDay(/^dimanche 1 novembre 2026/));
  expect(late.getByRole("link", { name: "Premier tirage" })).toHaveAttribute(
    "href",
    "/admin/project/project-1/production/production-1",
  );
  expect(late.getByText("Échantillon")).toBeVisible();
  expect(late.getByText("En retard")).toBeVisible();
  const inTime = within(await onDay(/^jeudi 12 novembre 2026/));
  expect(inTime.getByRole("link", { name: "Second tirage" })).toBeVisible();
  expect(inTime.queryByText("En retard")).toBeNull();
  expect(screen.getByRole("table", { name: "Productions par échéance" })).toBeVisible();
  expect(asked).toEqual([[{ field: "dueAt", from: "2026-10-26", to: "2026-12-06" }]]);
});

test("a calendar is narrowed as the board is, and another month asks for its own days", async () => {
  server.use(pageOf("/factories", [BURSA]), answers("/factories/factory-1", BURSA));
  const asked = askedFilters();
  render(<Portal at={CALENDAR} />);
  await onDay(/^dimanche 1 novembre 2026/);
  await userEvent.click(screen.getByRole("combobox", { name: "Atelier" }));
  await userEvent.click(await screen.findByRole("option", { name: /Atelier Bursa/ }));
  const byFactory = { field: "factoryId", values: ["factory-1"] };
  await waitFor(() => expect(asked.at(-1)).toContainEqual(byFactory));
  await userEvent.click(screen.getByRole("button", { name: "Mois suivant" }));
  expect(await screen.findByRole("heading", { name: "décembre 2026" })).toBeVisible();
  const days = { field: "dueAt", from: "2026-11-30", to: "2027-01-03" };
  await waitFor(() => expect(asked.at(-1)).toEqual([byFactory, days]));
});

test("of a day with many the calendar shows some, and leads to the list of all", async () => {
  const names = ["Rouge", "Bleu", "Vert", "Noir", "Blanc"];
  server.use(
    pageOf(
      "/project-productions",
      names.map((name) => production({ ...DUE, id: name, name })),
    ),
  );
  const asked = askedFilters();
  render(<Portal at={CALENDAR} />);
  const day = within(await onDay(/^jeudi 12 novembre 2026/));
  expect(day.getAllByRole("listitem")).toHaveLength(3);
  await userEvent.click(day.getByRole("link", { name: "2 autres, jeudi 12 novembre 2026" }));
  expect(await screen.findByRole("tab", { name: "Liste", selected: true })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Blanc" })).toBeVisible();
  expect(asked.at(-1)).toEqual([{ field: "dueAt", from: "2026-11-12", to: "2026-11-12" }]);
});

test("on a phone the calendar lists the days that have something", async () => {
  const desktop = window.matchMedia("none");
  const phone = (media: string) => ({ ...desktop, media, matches: media.includes("640px") });
  vi.spyOn(window, "matchMedia").mockImplementation(phone as typeof window.matchMedia);
  server.use(pageOf("/project-productions", [production(), production(DUE)]));
  render(<Portal at={CALENDAR} />);
  const days = within(await screen.findByRole("list", { name: "Productions par échéance" }));
  expect(days.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "dimanche 1 novembre 2026",
    "jeudi 12 novembre 2026",
  ]);
  expect(screen.queryByRole("table")).toBeNull();
});

test("a calendar says that nothing is due, or that it could not be told", async () => {
  server.use(pageOf("/project-productions", []));
  render(<Portal at={CALENDAR} />);
  expect(await screen.findByText("Aucune échéance sur cette période")).toBeVisible();
  server.use(refuses("/project-productions", 500, "InternalServerErrorException"));
  await userEvent.click(screen.getByRole("button", { name: "Mois suivant" }));
  expect(await screen.findByRole("alert")).toBeVisible();
});

test("a production is made in its project", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api("/project-productions"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: production() }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/project/project-1/production/create" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Nom/ }), "Premier tirage");
  await userEvent.type(screen.getByRole("textbox", { name: /^Quantité/ }), "500");
  await userEvent.click(screen.getByRole("button", { name: "Créer une production" }));
  expect(await screen.findByText("La production « Premier tirage » a été créée")).toBeVisible();
  expect(sent).toEqual([
    {
      projectId: "project-1",
      name: "Premier tirage",
      productId: null,
      factoryId: null,
      quantity: 500,
      dueAt: null,
    },
  ]);
});

test("a production's page offers the next step first", async () => {
  const sent = moves(MOVED);
  render(<Portal at="/admin/project/project-1/production/production-1" />);
  await userEvent.click(await screen.findByRole("button", { name: /En production/ }));
  await waitFor(() => expect(sent).toMatchObject([{ body: { status: "IN_PRODUCTION" } }]));
});

test("as long as a production is a draft its page tells that the factory has too much to do", async () => {
  const load = { fits: false, code: "load" as const, detail: { asked: 500, quantity: 900, max: 1000 } };
  const factory = { ...BURSA, load: { open: 1, quantity: 900 } };
  const draft = production({ status: "DRAFT", next: nextOf(["SAMPLING"]), dueAt: null, isLate: false });
  server.use(
    answers("/project-productions/production-1", draft),
    answers("/factories/ranking", [{ factory, fits: false, reasons: [load] }]),
    pageOf("/factories", [factory]),
  );
  render(<Portal at="/admin/project/project-1/production/production-1" />);
  expect(await screen.findByText("Atelier Bursa ne convient pas tout à fait")).toBeVisible();
  expect(screen.getByText(/^Surchargé : 900\spièces en cours/)).toBeVisible();
});
