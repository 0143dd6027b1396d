import { api, person, refuses, Screen, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Deployment, Exception, Rate, Settings, ShopRatesDiff, Zone } from "./api";
import { messages } from "./messages";
import ShippingFees from "./ShippingFees";

beforeAll(() => {
  i18next.addResourceBundle("fr", "shopify", messages.fr);
});

// A sheet draws what is in sight, and jsdom has no sizes.
beforeEach(() => {
  for (const size of ["clientWidth", "offsetWidth", "clientHeight", "offsetHeight"] as const)
    vi.spyOn(HTMLElement.prototype, size, "get").mockReturnValue(1_200);
});

const ZONE: Zone = {
  name: "Europe",
  ours: true,
  countries: ["FR", "BE"],
  restOfWorld: false,
  place: { zone: "z-1", group: 0, after: "c-0" },
};

const RATES: Rate[] = [
  {
    name: "Standard",
    active: true,
    price: { amount: "5.90", currency: "EUR" },
    minGrams: null,
    maxGrams: 500,
    minTotal: { amount: "50.00", currency: "EUR" },
    maxTotal: { amount: "99.90", currency: "EUR" },
  },
  {
    name: "Express",
    active: false,
    price: null,
    minGrams: null,
    maxGrams: null,
    minTotal: null,
    maxTotal: null,
  },
];

const TERMS: Settings = {
  marginPercent: "5",
  additionalCost: "0.65",
  discountPercent: "0",
  providers: [
    { id: "bigblue", supplementFeePercent: "2", enable: true },
    { id: "cubyn", supplementFeePercent: "0", enable: false },
  ],
};
const SETTINGS = { ...TERMS, updatedAt: "2026-01-15T10:00:00Z" };

const EXCEPTION: Exception = {
  id: "e-1",
  carrierId: "colissimo",
  countryCode: "FR",
  minWeight: 0,
  maxWeight: 500,
  price: "4.20",
  validFrom: "2026-01-01",
  validUntil: null,
};

const BAND = { carrierId: "colissimo", countryCode: "FR", minWeight: 0, maxWeight: 500 };

/** What the carrier costs everyone. */
const GRID: Exception[] = [
  { ...EXCEPTION, id: "p-1", price: "5.00" },
  { ...EXCEPTION, id: "p-2", minWeight: 500, maxWeight: 1_000, price: "7.10" },
  { ...EXCEPTION, id: "p-3", countryCode: "BE", price: "8.40" },
];

const ANY_TOTAL = { minTotal: null, maxTotal: null };

const DIFF: ShopRatesDiff = {
  shop: "aurore",
  zones: [
    {
      name: "France",
      countries: ["FR"],
      restOfWorld: false,
      state: "changed",
      rates: [
        {
          name: "Colissimo",
          minWeight: 0,
          maxWeight: 500,
          ...ANY_TOTAL,
          before: "5.00",
          after: "5.90",
          currency: "EUR",
          state: "changed",
        },
        {
          name: "Colissimo",
          minWeight: 500,
          maxWeight: 1_000,
          ...ANY_TOTAL,
          before: "7.10",
          after: "7.10",
          currency: "EUR",
          state: "same",
        },
        {
          name: "Colissimo",
          minWeight: 1_000,
          maxWeight: 2_000,
          ...ANY_TOTAL,
          before: null,
          after: "8.40",
          currency: "EUR",
          state: "added",
        },
      ],
    },
    {
      name: "Retrait",
      countries: ["BE"],
      restOfWorld: false,
      state: "foreign",
      rates: [
        {
          name: "À l’atelier",
          minWeight: null,
          maxWeight: null,
          minTotal: "60.00",
          maxTotal: null,
          before: "0.00",
          after: null,
          currency: "EUR",
          state: "foreign",
        },
      ],
    },
  ],
  counts: { added: 1, changed: 1, removed: 0, same: 1, foreign: 1 },
  blocked: [],
};

const deployment = (change: Partial<Deployment> = {}): Deployment => ({
  id: "d-1",
  storeId: "s-1",
  kind: "set",
  author: "Ada",
  createdAt: "2026-01-15T09:00:00Z",
  finishedAt: "2026-01-15T09:03:00Z",
  state: "done",
  problem: null,
  jobId: "j-1",
  carrierIds: ["colissimo"],
  zones: [
    { name: "France", countries: ["FR"], done: true },
    { name: "Belgique", countries: ["BE"], done: true },
  ],
  ...change,
});

const carrier = (id: string, name: string, provider: string) => ({
  id,
  name,
  provider,
  code: "",
  fuelSurchage: "0",
  translations: "",
  minDays: null,
  maxDays: null,
  archivedAt: null,
  createdAt: "2026-01-01T09:00:00Z",
  updatedAt: "2026-01-01T09:00:00Z",
});

const list = (path: string, rows: object[]) =>
  http.get(api(path), () => HttpResponse.json({ data: rows, meta: { total: rows.length } }));
const store = (id: string, name: string, connectors: string[]) => ({
  id,
  name,
  connectors,
  archivedAt: null,
  organizations: [],
});

/** What was sent, by path. */
type Sent = Record<string, unknown[]>;

interface World {
  deployments?: Deployment[];
  diff?: ShopRatesDiff;
}

/** A host with one connected shop; it keeps what it is told. */
function serve({ deployments = [], diff = DIFF }: World = {}): Sent {
  const sent: Sent = {};
  let settings = SETTINGS;
  let exceptions = [EXCEPTION];
  const keep = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const body = await request.json();
    const path = pathname.replace("/api", "");
    sent[path] = [...(sent[path] ?? []), body];
    return body as never;
  };
  const begins = (path: string, kind: Deployment["kind"]) =>
    http.post(api(path), async ({ request }) => {
      const body = await keep(request);
      const begun = deployment({ id: "d-2", state: "pending", finishedAt: null, kind, ...(body as object) });
      deployments = [begun, ...deployments];
      return HttpResponse.json({ data: begun }, { status: 202 });
    });
  server.use(
    list("/shopify/integration", [
      { connector: "c-1", shop: "aurore", adminUrl: "https://x/", pulls: [], events: [] },
    ]),
    list("/store", [store("s-1", "Aurore Records", ["shopify"]), store("s-2", "Sans boutique", ["bigblue"])]),
    http.get(api("/store/s-1"), () => HttpResponse.json({ data: { id: "s-1", name: "Aurore Records" } })),
    list("/store/s-1/connector", [{ id: "c-1", type: "shopify", role: "shop" }]),
    list("/shopify/integration/c-1/market", [
      { name: "France", ours: false, active: true, countries: ["FR"] },
    ]),
    list("/shopify/shipping-fee/c-1", [ZONE]),
    http.get(api("/shopify/shipping-fee/c-1/rate"), ({ request }) => {
      const asked = Object.fromEntries(new URL(request.url).searchParams);
      sent.zone = [...(sent.zone ?? []), asked];
      return HttpResponse.json({ data: { rates: RATES, more: false } });
    }),
    list("/shipping/carrier", [
      carrier("colissimo", "Colissimo", "bigblue"),
      carrier("dhl", "DHL", "bigblue"),
      carrier("relais", "Relais", "cubyn"),
    ]),
    list("/plugins", []),
    http.get(api("/shipping/price"), ({ request }) => {
      const prices = request.url.includes("carrierId=colissimo") ? GRID : [];
      return HttpResponse.json({ data: { on: "2026-01-15", prices, nextDays: [] } });
    }),
    http.get(api("/store/s-1/shipping/settings"), () => HttpResponse.json({ data: settings })),
    http.put(api("/store/s-1/shipping/settings"), async ({ request }) => {
      expect(request.headers.get("If-Match")).toBe(settings.updatedAt);
      const terms: Settings = await keep(request);
      settings = { ...terms, updatedAt: "2026-01-15T11:00:00Z" };
      return HttpResponse.json({ data: settings });
    }),
    http.get(api("/shipping/store/exceptions"), () =>
      HttpResponse.json({ data: { on: "2026-01-15", exceptions } }),
    ),
    http.post(api("/shipping/store/exceptions"), async ({ request }) => {
      const { exceptions: changes } = (await keep(request)) as { exceptions: Exception[] };
      exceptions = changes;
      return HttpResponse.json({ data: { on: "2026-01-15", exceptions } }, { status: 201 });
    }),
    http.get(api("/shipping/store/deployments"), () => HttpResponse.json({ data: deployments })),
    http.get(api("/shipping/store/diff"), ({ request }) => {
      sent.diff = [...(sent.diff ?? []), new URL(request.url).searchParams.get("carrierIds")];
      return HttpResponse.json({ data: diff });
    }),
    http.get(api("/job/j-1"), () =>
      HttpResponse.json({
        data: { id: "j-1", status: "PENDING", progress: { done: 1, total: 2 }, startedAt: null },
      }),
    ),
    begins("/shipping/store/set", "set"),
    begins("/shipping/store/clear", "clear"),
    begins("/shipping/store/set/markets", "markets"),
  );
  return sent;
}

const show = (at = "/", as = person()) =>
  render(
    <Screen as={as} at={at}>
      <ShippingFees />
    </Screen>,
  );
const step = (name: string) => screen.findByRole("heading", { name, level: 3 });
const cell = (name: string) => screen.findByRole("gridcell", { name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

test("a connected store is chosen, and what was agreed on with it saved", async () => {
  const sent = serve();
  show();
  await userEvent.click(await screen.findByRole("combobox", { name: "Boutique" }));
  expect(screen.queryByRole("option", { name: /Sans boutique/ })).toBeNull();
  await userEvent.click(await screen.findByRole("option", { name: /Aurore Records/ }));
  expect(await screen.findByText("Belgique, France")).toBeVisible();
  await press("Continuer");

  await step("Réglages");
  const margin = await screen.findByRole("textbox", { name: "Marge" });
  expect(screen.getByRole("link", { name: /TVA par destination/ })).toHaveAttribute(
    "href",
    "/admin/shipping/vat",
  );
  await userEvent.clear(margin);
  await userEvent.type(margin, "7,5");
  await press("Continuer");

  await step("Exceptions");
  expect(sent["/store/s-1/shipping/settings"]).toEqual([{ ...TERMS, marginPercent: "7.50" }]);
});

test("what the shop has is compared with what it will have, and deployed to", async () => {
  const sent = serve();
  show("/?store=s-1&step=exceptions");
  await cell("4,20");
  await press("Continuer");

  await step("Récapitulatif");
  const zone = within(await screen.findByRole("group", { name: /^Tarifs de la zone/ }));
  expect(zone.getByText(/^5,90\s€$/)).toBeVisible();
  expect(zone.getByText("Modifié")).toBeVisible();
  expect(zone.queryByText("Identique")).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: /De la boutique/ }));
  expect(await screen.findByText("À l’atelier")).toBeVisible();
  expect(screen.getByText(/^Commandes à partir de 60,00\s€$/)).toBeVisible();
  expect(sent.diff).toEqual(["colissimo,dhl"]);
  await press(/^Mettre en ligne.: 1 ajouté, 1 modifié$/);

  await step("Mise en ligne");
  expect(sent["/shipping/store/set"]).toEqual([{ storeId: "s-1", carrierIds: ["colissimo", "dhl"] }]);
  expect(await screen.findByText(/2 à 5 minutes/)).toBeVisible();
  expect(await screen.findByText("1 sur 2")).toBeVisible();
  await press("Terminer");
  await step("Boutique");
});

test("a carrier goes with its provider, and without any one does not go on", async () => {
  const sent = serve();
  show("/?store=s-1&step=setup");
  await userEvent.click(await screen.findByRole("switch", { name: /bigblue/ }));
  await press("Continuer");
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
  expect(sent["/store/s-1/shipping/settings"]).toBeUndefined();
});

const SAVE = (count: number) => `Enregistrer ${count} modification${count > 1 ? "s" : ""} et continuer`;

test("exceptions lie over the grid’s prices, are looked at and saved on going on", async () => {
  const sent = serve();
  show("/?store=s-1&step=exceptions");
  expect(await screen.findByRole("grid", { name: /Exceptions de Colissimo/ })).toBeVisible();
  expect(await cell("4,20")).toBeVisible();
  // Where nothing was agreed on, the grid's price is told.
  await userEvent.click(await cell("8,40 (par défaut)"));
  await userEvent.keyboard("0{Enter}{Delete}");
  expect(await cell("5,00 (par défaut)")).toHaveAttribute("title", "Non enregistré");
  await userEvent.click(await cell("7,10 (par défaut)"));
  await press("Augmenter…");
  const dialog = within(await screen.findByRole("dialog", { name: "Augmenter 1 cellule" }));
  await userEvent.type(dialog.getByRole("textbox", { name: /Augmentation/ }), "-10");
  await userEvent.click(dialog.getByRole("button", { name: "Augmenter" }));
  expect(await cell("6,39")).toBeVisible();

  await press(SAVE(3));
  const review = within(await screen.findByRole("dialog", { name: "Enregistrer 3 prix" }));
  // What the grid asks is what an exception replaces, and what holds again without one.
  const rows = review.getAllByRole("row").slice(1);
  expect(rows[0]).toHaveTextContent(/Belgique.*Grille\s: 8,40\s€0,00\s€-100,0\s%/);
  expect(rows[1]).toHaveTextContent(/France.*4,20\s€Grille\s: 5,00\s€\+19,0\s%/);
  expect(rows[2]).toHaveTextContent(/France.*Grille\s: 7,10\s€6,39\s€-10,0\s%/);
  expect(review.queryByLabelText("Valable à partir du")).toBeNull();
  await userEvent.click(review.getByRole("button", { name: "Enregistrer 3 prix" }));
  await step("Récapitulatif");
  expect(sent["/shipping/store/exceptions"]).toEqual([
    {
      storeId: "s-1",
      exceptions: [
        { ...BAND, countryCode: "BE", price: "0.00", was: null },
        { ...BAND, price: null, was: "4.20" },
        { ...BAND, minWeight: 500, maxWeight: 1_000, price: "6.39", was: null },
      ],
    },
  ]);
});

test("those of all carriers are saved at once, also of one that is left out since", async () => {
  const sent = serve();
  show("/?store=s-1&step=exceptions&carriers=colissimo,dhl");
  await userEvent.click(await cell("4,20"));
  await userEvent.keyboard("3,9{Enter}");
  await userEvent.click(await screen.findByRole("tab", { name: "DHL" }));
  expect(await screen.findByRole("heading", { name: "Aucune exception" })).toBeVisible();
  const add = async (what: string) => {
    await press(/^Ajouter, /);
    await userEvent.click(await screen.findByRole("menuitem", { name: what }));
  };
  await add("Une tranche de poids…");
  await userEvent.type(await screen.findByRole("textbox", { name: /^Jusqu’à/ }), "2");
  await press("Ajouter la tranche");
  await add("Des pays…");
  await userEvent.type(await screen.findByRole("combobox", { name: /^Pays/ }), "Ital");
  await userEvent.click(await screen.findByRole("option", { name: "Italie" }));
  await press("Ajouter les pays");
  const italy = within(await screen.findByRole("row", { name: /Italie/ }));
  await userEvent.click(italy.getAllByRole("gridcell").at(-1) as HTMLElement);
  await userEvent.keyboard("9{Enter}");

  await press("Revenir");
  await userEvent.type(await screen.findByRole("combobox", { name: /^Transporteurs/ }), "{Backspace}");
  await press("Continuer");
  await press(SAVE(2));
  await userEvent.click(await screen.findByRole("button", { name: "Enregistrer 2 prix" }));
  await step("Récapitulatif");
  expect(sent["/shipping/store/exceptions"]).toMatchObject([
    {
      exceptions: [
        { ...BAND, price: "3.90", was: "4.20" },
        { carrierId: "dhl", countryCode: "IT", minWeight: 0, maxWeight: 2_000, price: "9.00", was: null },
      ],
    },
  ]);
});

test("on a phone exceptions are cards, to be read", async () => {
  serve();
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: media.includes("640px"),
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
  show("/?store=s-1&step=exceptions");
  await userEvent.click(await screen.findByText("France"));
  expect((await screen.findAllByText(/4,20\s€/))[0]).toBeVisible();
  expect(screen.queryByText("Belgique")).toBeNull();
  vi.unstubAllGlobals();
});

test("what cannot be sent stops the step; a refused exception is told at its cell", async () => {
  serve();
  show("/?store=s-1&step=exceptions");
  await userEvent.click(await cell("4,20"));
  await userEvent.keyboard("-1{Enter}");
  expect((await cell("-1,00")).title).toContain("Un prix n’est pas négatif.");
  expect(await screen.findByRole("button", { name: SAVE(1) })).toHaveAttribute(
    "title",
    "Corrigez d’abord 1 cellule.",
  );
  await press("1 cellule à corriger");
  await userEvent.keyboard("3,9{Enter}");

  const payload = [{ field: "exceptions[0].was", code: "moved", message: "Ce prix a changé entre-temps." }];
  const error = { name: "BadRequestException", code: 400, message: "", payload };
  const moved = { ...EXCEPTION, price: "4.50" };
  server.use(
    http.post(api("/shipping/store/exceptions"), () => HttpResponse.json({ error }, { status: 400 })),
    http.get(api("/shipping/store/exceptions"), () =>
      HttpResponse.json({ data: { on: "2026-01-15", exceptions: [moved] } }),
    ),
  );
  await press(SAVE(1));
  await press("Enregistrer 1 prix");
  await waitFor(async () =>
    expect((await cell("3,90")).title).toMatch(/Ce prix a changé entre-temps. Maintenant\s: 4,50\s€/),
  );
  await step("Exceptions");
});

test("a shop that has these rates already has nothing deployed", async () => {
  serve({ diff: { ...DIFF, counts: { added: 0, changed: 0, removed: 0, same: 3, foreign: 1 } } });
  show("/?store=s-1&step=summary");
  const button = await screen.findByRole("button", { name: "Mettre les tarifs en ligne" });
  await waitFor(() => expect(button).toHaveAttribute("title", "La boutique a déjà exactement ces tarifs."));
});

test("a country in a zone of the shop's own stands in the way, by name", async () => {
  serve({ diff: { ...DIFF, blocked: [{ countryCode: "CH", zone: "Retrait" }] } });
  show("/?store=s-1&step=summary");
  expect(await screen.findByText(/Suisse \(zone .*Retrait/)).toBeVisible();
  expect(screen.getByRole("button", { name: /^Mettre en ligne/ })).toHaveAttribute(
    "title",
    expect.stringContaining("à laquelle le portail ne touche pas"),
  );
});

test("a shop that does not answer is not deployed to", async () => {
  serve();
  server.use(refuses("/shipping/store/diff", 503, "ServiceUnavailableException"));
  show("/?store=s-1&step=summary");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByRole("button", { name: "Mettre les tarifs en ligne" })).toHaveAttribute(
    "title",
    expect.stringContaining("n’a pas répondu"),
  );
});

test("an interrupted deployment says which zones are done, and can be begun again", async () => {
  const partial = deployment({
    state: "partial",
    problem: "Shopify ne répond plus.",
    zones: [
      { name: "France", countries: ["FR"], done: true },
      { name: "Belgique", countries: ["BE"], done: false },
    ],
  });
  serve({ deployments: [partial] });
  const asked: string[] = [];
  server.use(
    http.post(api("/shipping/store/deployments/:id/again"), ({ params }) => {
      asked.push(String(params.id));
      return HttpResponse.json({ data: deployment({ id: "d-2", state: "pending" }) }, { status: 202 });
    }),
  );
  show("/?store=s-1&step=deploy");
  expect(await screen.findByText("Shopify ne répond plus. · 1 sur 2 zones")).toBeVisible();
  const zones = within(screen.getByRole("group", { name: "Zones" }));
  expect(zones.getByRole("row", { name: /Belgique/ })).toHaveTextContent("À faire");
  await press("Remettre en ligne");
  const question = within(await screen.findByRole("dialog"));
  await userEvent.click(question.getByRole("button", { name: "Remettre en ligne" }));
  await waitFor(() => expect(asked).toEqual(["d-1"]));
});

test("shows the last deployments, the markets and the zones of a shop; the rates of one that is opened", async () => {
  const sent = serve({ deployments: [deployment()] });
  show("/?store=s-1");
  const last = within(await screen.findByRole("group", { name: "Dernières mises en ligne" }));
  expect(await last.findByRole("row", { name: /Ada.*Colissimo/ })).toHaveTextContent(
    /Tarifs mis en ligneColissimo.*Terminée/,
  );
  const zone = await screen.findByText("Europe");
  expect(sent.zone).toBeUndefined();
  await userEvent.click(zone);
  const rates = within(await screen.findByRole("group", { name: /Tarifs de la zone/ }));
  expect(sent.zone).toEqual([{ zone: "z-1", group: "0", after: "c-0" }]);
  expect(rates.getByText(/^De 0 à 500\sg$/)).toBeVisible();
  expect(rates.getByText(/^Commandes de 50,00\s€ à 99,90\s€$/)).toBeVisible();
  expect(rates.getByText("Selon le transporteur")).toBeVisible();
  expect(screen.getByText("Du portail")).toBeVisible();
  await userEvent.click(last.getByRole("button", { name: "2 sur 2 zones" }));
  expect(await screen.findByRole("dialog", { name: "Tarifs mis en ligne" })).toHaveTextContent("Belgique");
});

test("the portal's rates are taken away after a question", async () => {
  const sent = serve();
  show("/?store=s-1");
  await press("Retirer les tarifs du portail");
  const question = within(await screen.findByRole("dialog"));
  await userEvent.click(question.getByRole("button", { name: "Retirer les tarifs du portail" }));
  await waitFor(() => expect(sent["/shipping/store/clear"]).toEqual([{ storeId: "s-1" }]));
});

test("those who may only read see the shop, and no way to change it", async () => {
  serve({ deployments: [deployment()] });
  show("/?store=s-1", person({ permissions: ["READ_CONNECTOR", "READ_STORE"] }));
  expect(await screen.findByText("Europe")).toBeVisible();
  for (const name of ["Continuer", "Remettre en ligne", "Choisir les pays", "Retirer les tarifs du portail"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("without a connection it says what to do", async () => {
  server.use(list("/shopify/integration", []));
  show();
  expect(await screen.findByRole("heading", { name: "Aucune boutique connectée à Shopify" })).toBeVisible();
});
