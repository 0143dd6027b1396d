import { type User, useSession } from "@comptoir/kit";
import { answers, api, person, server, showEverything } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { cache } from "swr/_internal";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetAnswers } from "../../offline/answers";
import { forgetContents } from "../../offline/contents";
import { nextOf } from "../../testing/next";
import { canKeep } from "../../testing/offline";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import { projectOf } from "../../testing/projects";
import type { ProductFile } from "../files/api";
import type { Production } from "../productions/api";
import type { ProjectProduct } from "../products/api";
import type { News } from "./api";

const PROJECT = { id: "project-1", name: "Tournée 2027" };
const PRODUCT = { id: "product-1", name: "T-shirt tournée" };

const worker = (change: Partial<User> = {}) =>
  person({
    ...{ id: "user-7", role: "factory", displayName: "Emre Yılmaz", permissions: ["READ_PROJECT"] },
    resources: [{ type: "FACTORY", id: "factory-1", name: "Ege Tekstil" }],
    ...change,
  });

const production = (change: Partial<Production> = {}): Production => ({
  ...{
    id: "production-1",
    project: PROJECT,
    product: PRODUCT,
    factory: { id: "factory-1", name: "Ege Tekstil" },
  },
  ...{ name: "Premier tirage", status: "SAMPLING", quantity: 500, dueAt: "2026-11-01", isLate: true },
  ...{ next: nextOf(["IN_PRODUCTION", "QUALITY_CONTROL", "SHIPPED"]) },
  ...{ createdAt: "2026-10-01T09:00:00Z", updatedAt: "2026-10-02T09:00:00Z" },
  ...change,
});

const product: ProjectProduct = {
  ...{
    ...PRODUCT,
    project: PROJECT,
    organization: null,
    store: null,
    storeProduct: null,
    status: "READY",
    reason: null,
  },
  ...{ color: "Noir", fabric: { weight: "180", unit: "g/m²" }, fit: "Droite" },
  ...{ quantityMode: "split", quantity: 500, pieces: 500, variantCount: 2 },
  tags: [{ id: "tag-1", type: "composition", displayName: "Coton bio" }],
  variants: [
    { id: "v-1", name: "S", sku: "CPSL-TOUR-S", ean: null, quantity: 1, weight: null, units: 167 },
    { id: "v-2", name: "M", sku: "CPSL-TOUR-M", ean: null, quantity: 2, weight: null, units: 333 },
  ],
  next: [],
  ...{ createdAt: "2026-11-01T09:00:00Z", updatedAt: "2026-11-02T09:00:00Z" },
};

const news = (change: Partial<News> = {}): News => ({
  ...{ kind: "file", id: "file-1", at: "2026-11-20T09:00:00.123456Z", by: "Camille Martin" },
  ...{
    project: PROJECT,
    product: PRODUCT,
    production: null,
    text: "fiche.pdf",
    was: null,
    level: 3,
    isNew: true,
  },
  ...change,
});
const MADE = { id: "production-1", name: "Premier tirage" };
const NOTE = news({
  ...{ kind: "note", id: "note-1", at: "2026-11-19T09:00:00Z", product: null, production: MADE },
  ...{ text: "Attention au col", level: null, isNew: false },
});
const MOVE = news({
  ...{ kind: "production", id: "production-1", at: "2026-11-18T09:00:00Z", product: null, production: MADE },
  ...{ text: "SAMPLING", was: "DRAFT", level: null, isNew: false },
});

const fileOf = (id: string, change: Partial<ProductFile>, name: string): ProductFile => ({
  ...{ id, type: "other", level: null, fileId: `${id}-file`, data: { metadata: [] }, position: 0, seen: [] },
  createdAt: "2026-11-01T09:00:00Z",
  file: {
    ...{ id: `${id}-file`, name, path: name, size: 1_000, author: "Camille Martin" },
    mediaType: name.endsWith(".png") ? "image/png" : "application/pdf",
    createdAt: "2026-11-01T09:00:00Z",
  },
  ...change,
});

/** What is said to have been seen, and what is told from then on. */
function sees(after: News[] = []) {
  const sent: unknown[] = [];
  server.use(
    http.post(api("/factories/factory-1/news/seen"), async ({ request }) => {
      sent.push(await request.json());
      server.use(answers("/factories/factory-1/news", after));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

/** What is sent to move the production. */
function moves(moved: Production) {
  const sent: { edition: string | null; body: unknown }[] = [];
  server.use(
    http.patch(api("/project-productions/production-1"), async ({ request }) => {
      sent.push({ edition: request.headers.get("if-match"), body: await request.json() });
      server.use(pageOf("/project-productions", [moved]));
      return HttpResponse.json({ data: moved });
    }),
  );
  return sent;
}

/** The queries of a list that were asked. */
function asks(path: string) {
  const asked: { filters: unknown; orderBy: unknown }[] = [];
  server.use(
    http.get(api(path), ({ request }) => {
      asked.push(JSON.parse(atob(new URL(request.url).searchParams.get("cursor") ?? "")));
    }),
  );
  return asked;
}

const show = (at = "") => render(<Portal at={`/factory/factory-1${at}`} />);
const list = async (name: string) => within(await screen.findByRole("list", { name }));

/** What a factory with one project finds. */
function arrive() {
  signIn(worker());
  server.use(
    answers("/factories/factory-1/news", []),
    pageOf("/projects", [projectOf({ organization: null })]),
    answers("/projects/project-1", projectOf({ organization: null })),
    pageOf("/project-productions", [production()]),
    answers("/project-productions/production-1", production()),
    pageOf("/project-products", [product]),
    answers("/project-products/product-1", product),
    answers("/project-products/product-1/files", []),
    http.post(api("/file/:id/link"), ({ params }) =>
      HttpResponse.json({ data: { url: `/api/download/${params.id}` } }),
    ),
    http.get(
      api("/download/:id"),
      () => new HttpResponse("pixels", { headers: { "content-type": "image/png" } }),
    ),
  );
}

beforeEach(() => {
  showEverything();
  arrive();
});

test("what is new is marked, leads to what it is about, and counts as seen once it is in sight", async () => {
  const all = [news(), NOTE, MOVE];
  const sent = sees(all);
  server.use(answers("/factories/factory-1/news", all));
  show();
  const lines = (await list("Nouveautés")).getAllByRole("link");
  expect(lines.map((line) => line.getAttribute("href"))).toEqual([
    "/factory/factory-1/project/project-1/product/product-1",
    "/factory/factory-1/project/project-1/production/production-1",
    "/factory/factory-1/project/project-1/production/production-1",
  ]);
  const [version, note, move] = lines as [HTMLElement, HTMLElement, HTMLElement];
  expect(version).toHaveTextContent(/Fiche technique v3 : fiche.pdfT-shirt tournée · Tournée 2027/);
  expect(version).toHaveTextContent("Nouveau");
  expect(note).toHaveTextContent(/Note : Attention au colPremier tirage · Tournée 2027Camille Martin/);
  expect(note).not.toHaveTextContent("Nouveau");
  expect(move).toHaveTextContent(/Statut : Échantillon/);
  await waitFor(() => expect(sent).toEqual([{ until: "2026-11-20T09:00:00.123456Z" }]));
});

test("a production that came to the factory is told from one that was put back", async () => {
  const all = [
    { ...MOVE, at: "2026-11-18T11:00:00Z", text: "DRAFT", was: "SAMPLING" },
    MOVE,
    { ...MOVE, at: "2026-11-17T09:00:00Z", text: "DRAFT", was: null },
  ];
  server.use(answers("/factories/factory-1/news", all));
  show();
  const lines = (await list("Nouveautés")).getAllByRole("link");
  expect(lines[0]).toHaveTextContent(/^De retour à «\sBrouillon\s»/);
  expect(lines[1]).toHaveTextContent(/^Statut\s: Échantillon/);
  expect(lines[2]).toHaveTextContent(/^Nouvelle production/);
});

test("what was new stays marked for who comes back to it, and the rest is left until asked for", async () => {
  const older = Array.from({ length: 9 }, (_, at) => news({ id: `old-${at}`, isNew: false, level: at + 1 }));
  const sent = sees([news({ id: "file-9", isNew: false }), ...older]);
  server.use(answers("/factories/factory-1/news", [news({ id: "file-9" }), ...older]));
  show();
  await userEvent.click((await list("Nouveautés")).getAllByRole("link")[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "T-shirt tournée", level: 1 })).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Accueil" }));
  const lines = await list("Nouveautés");
  expect(lines.getAllByText("Nouveau")).toHaveLength(1);
  expect(lines.getAllByRole("link")).toHaveLength(5);
  expect(sent).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Afficher 5 autres" }));
  expect(lines.getAllByRole("link")).toHaveLength(10);
});

test("what is new counts as seen once all of it is shown", async () => {
  const sent = sees();
  const many = Array.from({ length: 10 }, (_, at) =>
    news({ id: `many-${at}`, at: `2026-11-20T09:00:${59 - at}Z` }),
  );
  server.use(answers("/factories/factory-1/news", many));
  show();
  const more = await screen.findByRole("button", { name: "Afficher 5 autres" });
  expect(sent).toEqual([]);
  await userEvent.click(more);
  await waitFor(() => expect(sent).toEqual([{ until: "2026-11-20T09:00:59Z" }]));
});

test("the productions under way are there by due date, and move where they may go", async () => {
  const asked = asks("/project-productions");
  const sent = moves(
    production({ status: "IN_PRODUCTION", next: nextOf(["SAMPLING"]), updatedAt: "2026-10-03T09:00:00Z" }),
  );
  show();
  const cards = await list("Productions en cours");
  expect(cards.getByText("Tournée 2027")).toBeVisible();
  expect(cards.getByText("500 pièces")).toBeVisible();
  expect(cards.getByText("En retard")).toBeVisible();
  expect(asked[0]).toMatchObject({
    filters: [
      { field: "factoryId", values: ["factory-1"] },
      { field: "status", values: ["DRAFT", "SAMPLING", "IN_PRODUCTION", "QUALITY_CONTROL"] },
    ],
    orderBy: [{ field: "dueAt", direction: "asc" }],
  });
  await userEvent.click(cards.getByRole("button", { name: "Déplacer Premier tirage" }));
  const goals = await screen.findAllByRole("menuitem");
  expect(goals.map((goal) => goal.textContent?.replace(/\s/g, " "))).toEqual([
    "Passer à « Contrôle qualité »",
    "Passer à « Expédiée »",
  ]);
  await userEvent.click(cards.getByRole("button", { name: /^Passer à.*En production/ }));
  expect(await screen.findByText(/est passée à.*En production/)).toBeVisible();
  expect(sent).toEqual([{ edition: "2026-10-02T09:00:00Z", body: { status: "IN_PRODUCTION" } }]);
  // The way back is in the menu alone.
  expect(cards.queryByRole("button", { name: /^Passer à/ })).toBeNull();
});

test("a project tells what is made, in which sizes, and neither for whom nor what it costs", async () => {
  const asked = asks("/project-productions");
  show("/project/project-1");
  const products = await list("Produits");
  expect(products.getByRole("link", { name: "T-shirt tournée" })).toHaveAttribute(
    "href",
    "/factory/factory-1/project/project-1/product/product-1",
  );
  expect(products.getByText(/Noir · 180\sg\/m²/)).toBeVisible();
  expect(products.getByText("Coton bio")).toBeVisible();
  expect(products.getByText("500 pièces")).toBeVisible();
  expect(await products.findByText("S 167 · M 333")).toBeVisible();
  expect((await list("Productions")).getByRole("link", { name: "Premier tirage" })).toBeVisible();
  expect(asked[0]?.filters).toEqual([
    { field: "projectId", values: ["project-1"] },
    { field: "factoryId", values: ["factory-1"] },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Imprimer les étiquettes" }));
  expect(await screen.findByRole("menuitem", { name: "Imprimer les étiquettes de cartons" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByText("planche.png")).toBeVisible();
  expect(screen.getByText("01/03/2027")).toBeVisible();
  const main = screen.getByRole("main");
  expect(main).not.toHaveTextContent(/Organisation|Port SAS|Prix|€/);
  expect(within(main).queryByRole("button", { name: /Supprimer|Ajouter/ })).toBeNull();
});

test("the projects are listed with neither customers nor the productions of others", async () => {
  show("/project");
  expect(await screen.findByRole("link", { name: "Tournée 2027" })).toHaveAttribute(
    "href",
    "/factory/factory-1/project/project-1",
  );
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads.join()).not.toMatch(/Organisation|Productions/);
});

test("a production is moved, and talked over with photos", async () => {
  const sent = moves(production({ status: "IN_PRODUCTION", next: nextOf(["SAMPLING"]) }));
  const written: string[] = [];
  server.use(
    http.post(api("/logs"), async ({ request }) => {
      const form = await request.formData();
      written.push(String(form.get("relationId")), JSON.parse(String(form.get("data"))).message);
      return HttpResponse.json({ data: {} }, { status: 201 });
    }),
  );
  show("/project/project-1/production/production-1");
  await userEvent.click(await screen.findByRole("button", { name: /^Passer à.*En production/ }));
  await waitFor(() => expect(sent).toMatchObject([{ body: { status: "IN_PRODUCTION" } }]));
  const notes = within(screen.getByRole("region", { name: "Notes" }));
  const box = await notes.findByRole("textbox", { name: /Votre note/ });
  expect(box).toHaveAccessibleDescription(/Visible par l’équipe et par l’atelier/);
  await userEvent.type(box, "Le tissu est arrivé");
  await userEvent.click(notes.getByRole("button", { name: "Ajouter la note" }));
  await waitFor(() => expect(written).toEqual(["production-1", "Le tissu est arrivé"]));
});

test.each([
  ["tr", "tr", "Devam eden üretimler", "Termin 01.11.2026", ["Ana sayfa", "Projeler", "Kullanıcılar"]],
  ["pt", "pt-PT", "Produções em curso", "Prazo 01/11/2026", ["Início", "Projetos", "Utilizadores"]],
] as const)("all of it is in %s, dates too", async (locale, tag, underWay, due, screens) => {
  signIn(worker({ locale, permissions: ["READ_PROJECT", "READ_USER"] }));
  show();
  expect((await list(underWay)).getByRole("listitem")).toHaveTextContent(due);
  for (const name of screens) expect(screen.getByRole("link", { name })).toBeVisible();
  expect(document.documentElement.lang).toBe(tag);
});

test("the language is one of four", async () => {
  const saved: unknown[] = [];
  server.use(
    http.patch(api("/user/current"), async ({ request }) => {
      saved.push(await request.json());
      server.use(answers("/user/current", worker({ locale: "tr" })));
      return HttpResponse.json({ data: worker({ locale: "tr" }) });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Langue" }));
  const offered = (await screen.findAllByRole("menuitemradio")).map(({ textContent }) => textContent);
  expect(offered).toEqual(["Français", "English", "Türkçe", "Português"]);
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Türkçe" }));
  expect(await screen.findByRole("heading", { name: "Ana sayfa" })).toBeVisible();
  await waitFor(() => expect(saved).toEqual([{ locale: "tr" }]));
});

test("who may see no project is told so, and asks for nothing", async () => {
  signIn(worker({ permissions: ["READ_USER"] }));
  show();
  expect(await screen.findByRole("heading", { name: "Bienvenue, Emre Yılmaz" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Projets" })).toBeNull();
});

describe("without a network", () => {
  const TO_PRODUCTION = "/project/project-1/production/production-1";
  const TO_PRODUCT = "/project/project-1/product/product-1";
  beforeEach(async () => {
    canKeep();
    await Promise.all([forgetAnswers(), forgetContents()]);
  });

  /** Nothing is answered any more. */
  const cut = () => server.use(http.all("*/api/*", () => HttpResponse.error()));
  const back = () => {
    server.resetHandlers();
    arrive();
  };
  /** What stands above the page comes before what it could not show. */
  const retry = () => userEvent.click(screen.getAllByRole("button", { name: "Réessayer" })[0] as HTMLElement);
  const waiting = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Afficher ce qui attend" }));
    return within(await screen.findByRole("dialog", { name: "En attente d’envoi" }));
  };
  const write = async (text: string) => {
    const notes = within(screen.getByRole("region", { name: "Notes" }));
    await userEvent.type(await notes.findByRole("textbox", { name: /Votre note/ }), text);
    await userEvent.click(notes.getByRole("button", { name: "Ajouter la note" }));
    return notes;
  };

  test("a note and a status wait in sight, and are sent once when it is back", async () => {
    show(TO_PRODUCTION);
    await screen.findByText("Aucune note pour le moment");
    cut();
    const notes = await write("Le tissu est arrivé");
    const mine = within(await notes.findByRole("list", { name: "Vos notes en attente d’envoi" }));
    expect(mine.getByText("Le tissu est arrivé")).toBeVisible();
    expect(mine.getByText("Attend le réseau")).toBeVisible();
    expect(await screen.findByText(/^Hors ligne/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: /^Passer à.*En production/ }));
    expect(await screen.findByText(/^«\s*En production\s*» attend le réseau$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Passer à/ })).toBeNull();
    expect(screen.getByText("2 modifications attendent le réseau")).toBeVisible();
    const lines = (await waiting()).getAllByRole("listitem");
    expect(lines[0]).toHaveTextContent(/NoteAttend le réseauPremier tirageLe tissu est arrivé/);
    expect(lines[1]).toHaveTextContent(/Passage à.*En production/);
    await userEvent.keyboard("{Escape}");

    back();
    const written: string[] = [];
    server.use(
      http.post(api("/logs"), async ({ request }) => {
        written.push(String((await request.formData()).get("data")));
        return HttpResponse.json({ data: {} }, { status: 201 });
      }),
    );
    const sent = moves(production({ status: "IN_PRODUCTION", next: nextOf(["SAMPLING"]) }));
    await retry();
    await waitFor(() => expect(screen.queryByText(/^Hors ligne/)).toBeNull());
    await waitFor(() =>
      expect(sent).toEqual([{ edition: "2026-10-02T09:00:00Z", body: { status: "IN_PRODUCTION" } }]),
    );
    expect(written).toEqual(['{"message":"Le tissu est arrivé","mentions":[]}']);
    await waitFor(() => expect(screen.queryByText(/attend(ent)? le réseau/i)).toBeNull());
  });

  test("a status that others changed meanwhile says why it was refused, until it is tried again or given up", async () => {
    show(TO_PRODUCTION);
    await screen.findByRole("button", { name: /^Passer à.*En production/ });
    cut();
    await userEvent.click(screen.getByRole("button", { name: /^Passer à.*En production/ }));
    await screen.findByText(/^«.*En production.*» attend le réseau$/);

    back();
    const editions: unknown[] = [];
    const conflict = { name: "ConflictEditException", code: 409, message: "Modifié par Camille" };
    server.use(
      http.patch(api("/project-productions/production-1"), ({ request }) => {
        editions.push(request.headers.get("if-match"));
        return HttpResponse.json({ error: conflict }, { status: 409 });
      }),
    );
    await retry();
    expect(await screen.findByText("1 modification a été refusée")).toBeVisible();
    expect(screen.getByText(/^«.*En production.*» a été refusé$/)).toBeVisible();
    const open = await waiting();
    expect(open.getByText("Modifié par Camille")).toBeVisible();
    await userEvent.click(open.getByRole("button", { name: "Réessayer" }));
    // As they have seen that it was changed, they mean it as it is now.
    await waitFor(() => expect(editions).toEqual(["2026-10-02T09:00:00Z", null]));
    await userEvent.click(open.getByRole("button", { name: "Abandonner la modification" }));
    await userEvent.click(
      within(await screen.findByRole("dialog", { name: /^Abandonner cette modification/ })).getByRole(
        "button",
        {
          name: "Abandonner la modification",
        },
      ),
    );
    expect(await open.findByText("Tout a été envoyé.")).toBeVisible();
    expect(screen.queryByText(/a été refusé/)).toBeNull();
  });

  test("a move whose answer alone was lost is no refusal", async () => {
    show(TO_PRODUCTION);
    await screen.findByRole("button", { name: /^Passer à.*En production/ });
    cut();
    await userEvent.click(screen.getByRole("button", { name: /^Passer à.*En production/ }));
    await screen.findByText(/^«.*En production.*» attend le réseau$/);
    back();
    const conflict = { name: "ConflictEditException", code: 409, message: "Modifié par vous" };
    server.use(
      http.patch(api("/project-productions/production-1"), () =>
        HttpResponse.json({ error: conflict }, { status: 409 }),
      ),
      answers("/project-productions/production-1", production({ status: "IN_PRODUCTION", next: [] })),
    );
    await retry();
    await waitFor(() => expect(screen.queryByText(/attend le réseau|refusé/)).toBeNull());
    expect(screen.getByText("En production")).toBeVisible();
  });

  test("a page that was seen before is there after it was loaded anew, whoever it was seen by then goes on", async () => {
    const { unmount } = show(TO_PRODUCTION);
    await screen.findByText("Aucune note pour le moment");
    unmount();
    for (const key of [...cache.keys()]) cache.delete(key);
    useSession.setState({ status: "unreachable", user: null });
    cut();
    show(TO_PRODUCTION);
    expect(await screen.findByRole("heading", { name: "Premier tirage", level: 1 })).toBeVisible();
    expect(
      await screen.findByText(/^Hors ligne\s: informations du \d\d\/\d\d\/\d{4} à \d\d:\d\d$/),
    ).toBeVisible();
    expect(await screen.findByText("Aucune note pour le moment")).toBeVisible();
  });

  test("that one has seen a version waits in sight, and is said once when the network is back", async () => {
    const version = fileOf("pack", { type: "technical", level: 3 }, "fiche.pdf");
    server.use(answers("/project-products/product-1/files", [version]));
    show(TO_PRODUCT);
    const button = await screen.findByRole("button", { name: "J’ai vu la version v3" });
    cut();
    await userEvent.click(button);
    expect(await screen.findByText(/^«\sVersion v3 vue\s» attend le réseau$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /J’ai vu/ })).toBeNull();
    const [line] = (await waiting()).getAllByRole("listitem");
    expect(line).toHaveTextContent(/^Version v3 vueAttend le réseauT-shirt tournée/);
    await userEvent.keyboard("{Escape}");

    back();
    const seen = [{ userId: "user-7", displayName: "Emre Yılmaz", seenAt: "2026-11-20T09:00:00Z" }];
    const said: unknown[] = [];
    server.use(
      answers("/project-products/product-1/files", [version]),
      http.post(api("/project-products/product-1/files/pack/seen"), ({ request }) => {
        said.push(request.headers.has("idempotency-key"));
        server.use(answers("/project-products/product-1/files", [{ ...version, seen }]));
        return HttpResponse.json({ data: { ...version, seen } });
      }),
    );
    await retry();
    expect(await screen.findByRole("group", { name: "Qui a vu la version v3" })).toHaveTextContent(
      "Emre Yılmaz",
    );
    expect(said).toEqual([true]);
    await waitFor(() => expect(screen.queryByText(/attend(ent)? le réseau/i)).toBeNull());
  });

  test("pictures that were seen are seen again", async () => {
    const picture = fileOf("front", { type: "image" }, "face.png");
    const blobs: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
    server.use(answers("/project-products/product-1/files", [picture]));
    const thumbnail = async () => {
      const pictures = await screen.findByRole("list", { name: "Images du produit" });
      await waitFor(() =>
        expect(pictures.querySelector("img")).toHaveAttribute("src", `blob:${blobs.length}`),
      );
    };
    const { unmount } = show(TO_PRODUCT);
    await thumbnail();
    unmount();
    for (const key of [...cache.keys()]) cache.delete(key);
    cut();
    show(TO_PRODUCT);
    await thumbnail();
    expect(blobs.map(({ size, type }) => [size, type])).toEqual([
      [6, "image/png"],
      [6, "image/png"],
    ]);
  });
});
