import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { factoryOf, Portal, pageOf, signIn } from "../../testing/Portal";
import type { Factory, RankedFactory } from "./api";
import { isOverbooked, NEW_FACTORY, NOTHING_ASKED, toAsked, toInput, toValues } from "./values";

const SHIRT = { id: "tag-1", type: "entity" as const, displayName: "T-shirt" };
const COTTON = { id: "tag-2", type: "composition" as const, displayName: "Coton" };
const BURSA = factoryOf({
  tags: [SHIRT, COTTON],
  load: { open: 3, quantity: 12_000 },
  quantityMax: 10_000,
});

const tagOf = (tag: Factory["tags"][number]) => ({
  ...tag,
  ...{ name: tag.displayName.toLowerCase(), uses: 1 },
  ...{ createdAt: "2026-01-01T09:00:00Z", updatedAt: "2026-01-01T09:00:00Z" },
});

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";

test("a factory goes into its form and comes out as it was", () => {
  const { id: _, load, createdAt, updatedAt, tags, ...rest } = BURSA;
  expect(toInput(toValues(BURSA))).toEqual({ ...rest, tags: tags.map((tag) => tag.id) });
  expect(toInput({ ...NEW_FACTORY, name: "Porto" })).toEqual({
    ...{ name: "Porto", countryCode: "TR", quantityMin: 100, quantityMax: 1_000, delayInWeek: 4 },
    ...{ priceRange: 2, description: "", tags: [] },
  });
});

test("what is left empty, or no number, is not asked for", () => {
  expect(toAsked(NOTHING_ASKED)).toBeNull();
  expect(toAsked({ ...NOTHING_ASKED, quantity: "12,5" })).toBeNull();
  expect(
    toAsked({ ...NOTHING_ASKED, quantity: "500", priceRange: "0", entity: ["a"], composition: ["b", "c"] }),
  ).toEqual({ quantity: 500, priceRange: 0, tags: "a,b,c" });
});

test("more under way than it makes at a time is too much", () => {
  const busy = (quantity: number) => isOverbooked(factoryOf({ load: { open: 1, quantity } }));
  expect([busy(1_000), busy(1_001)]).toEqual([false, true]);
});

test("the list tells where factories are, what they cost and have to do", async () => {
  signIn(person({ permissions: [] }));
  server.use(pageOf("/factories", [BURSA]), answers("/view", []));
  render(<Portal at="/admin/factory" />);
  const row = await screen.findByRole("row", { name: /Atelier Bursa/ });
  expect(words(row)).toContain("12 000 pièces en cours, 3 productions");
  expect(within(row).getByText("Turquie")).toBeVisible();
  expect(within(row).getByRole("img", { name: "Intermédiaire" })).toHaveTextContent("€€€");
  expect(within(row).getByText("Surchargé")).toBeVisible();
});

test("a factory is made with a tag that was not there; a name that is taken is told at its field", async () => {
  signIn(person());
  const sent: { tags?: string[] }[] = [];
  server.use(
    pageOf("/tags", [tagOf(SHIRT)]),
    answers("/history", []),
    answers("/factories/factory-1", BURSA),
    http.post(api("/tags"), async ({ request }) => {
      expect(await request.json()).toEqual({ type: "composition", displayName: "Lin" });
      return HttpResponse.json({ data: { ...tagOf(COTTON), id: "tag-3", displayName: "Lin" } });
    }),
    http.post(api("/factories"), async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[0]);
      if (sent.length > 1) return HttpResponse.json({ data: BURSA }, { status: 201 });
      const error = { name: "ConflictFactoryNameException", message: "Ce nom est pris." };
      return HttpResponse.json({ error }, { status: 409 });
    }),
  );
  render(<Portal at="/admin/factory/create" />);
  const name = await screen.findByRole("textbox", { name: /^Nom/ });
  await userEvent.type(name, "Atelier Bursa");
  await userEvent.click(screen.getByRole("combobox", { name: "Type de produit" }));
  await userEvent.click(await screen.findByRole("option", { name: "T-shirt" }));
  await userEvent.type(screen.getByRole("combobox", { name: "Composition" }), "Lin");
  await userEvent.click(await screen.findByRole("option", { name: /Créer «\sLin\s»/ }));
  const most = screen.getByRole("textbox", { name: /^Quantité maximale/ });
  await userEvent.clear(most);
  await userEvent.type(most, "99");
  const send = screen.getByRole("button", { name: "Créer un atelier" });
  await userEvent.click(send);
  await waitFor(() => expect(most).toHaveAccessibleDescription(/Trop petit \(100 au moins\)/));
  await userEvent.clear(most);
  await userEvent.type(most, "5000");
  await userEvent.click(send);
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Ce nom est pris\./));
  await userEvent.click(send);
  expect(await screen.findByText(/L’atelier «\sAtelier Bursa\s» a été créé/)).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ quantityMin: 100, quantityMax: 5_000, tags: ["tag-1", "tag-3"] });
});

test("a factory says that it is overbooked, and is changed by PATCH", async () => {
  signIn(person());
  let sent: [string | null, unknown] | undefined;
  server.use(
    pageOf("/tags", [tagOf(SHIRT), tagOf(COTTON)]),
    answers("/history", []),
    answers("/factories/factory-1", BURSA),
    http.patch(api("/factories/factory-1"), async ({ request }) => {
      sent = [request.headers.get("if-match"), await request.json()];
      return HttpResponse.json({ data: { ...BURSA, delayInWeek: 6, updatedAt: "2026-02-01T09:00:00Z" } });
    }),
  );
  render(<Portal at="/admin/factory/factory-1" />);
  const facts = await screen.findByRole("region", { name: "Capacité et charge" });
  expect(words(facts)).toContain("12 000 pièces en cours, 3 productions");
  expect(words(facts)).toContain("dépassent les 10 000 que l’atelier fabrique à la fois");
  const delay = screen.getByRole("textbox", { name: /^Délai/ });
  await userEvent.clear(delay);
  await userEvent.type(delay, "6");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("L’atelier a été enregistré")).toBeVisible();
  expect(sent).toMatchObject([BURSA.updatedAt, { delayInWeek: 6, tags: ["tag-1", "tag-2"] }]);
});

test("factories are ranked by what is to be made, each with its reasons", async () => {
  signIn(person());
  const asked: string[] = [];
  const ranked: RankedFactory[] = [
    {
      factory: factoryOf({ id: "factory-2", name: "Porto" }),
      fits: true,
      reasons: [
        { code: "quantity", fits: true, detail: { asked: 500, min: 100, max: 1_000 } },
        { code: "load", fits: true, detail: { asked: 500, quantity: 0, max: 1_000 } },
      ],
    },
    {
      factory: BURSA,
      fits: false,
      reasons: [
        { code: "delay", fits: false, detail: { asked: "2026-12-01", ready: "2026-12-23" } },
        { code: "tags", fits: false, detail: { missing: ["tag-2"] } },
        { code: "price", fits: false, detail: { asked: 1, range: 2 } },
        { code: "load", fits: false, detail: { asked: 500, quantity: 12_000, max: 10_000 } },
      ],
    },
  ];
  server.use(
    pageOf("/tags", [tagOf(COTTON)]),
    answers("/tags/tag-2", tagOf(COTTON)),
    http.get(api("/factories/ranking"), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: ranked });
    }),
  );
  render(<Portal at="/admin/factory/find" />);
  expect(await screen.findByText("Dites ce qu’il faut fabriquer")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: /^Quantité/ }), "500");
  const best = await screen.findByRole("region", { name: "Porto" });
  expect(words(best)).toContain("Convient");
  expect(words(best)).toContain("100 à 1 000 pièces");
  const other = screen.getByRole("region", { name: "Atelier Bursa" });
  expect(words(other)).toContain("Convient en partie");
  expect(words(other)).toContain("Trop tard : prêt le 23/12/2026");
  await waitFor(() => expect(words(other)).toContain("Il manque : Coton"));
  expect(words(other)).toContain("Trop cher : €€€ · Intermédiaire");
  expect(words(other)).toContain("Surchargé : 12 000 pièces en cours, 3 productions");
  expect(asked.at(-1)).toBe("?quantity=500");
});
