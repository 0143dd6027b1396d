import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import type { Asked, Commission, Preview, TiersInput } from "./api";
import { inOrder, newTiers, problemsOf, tiersOf, toAsked } from "./values";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../../kit/src/chart/Plot", () => ({ default: () => null }));

const commission = (change: Partial<Commission> = {}): Commission => ({
  id: "commission-1",
  store: { id: "store-1", name: "Maison Aube" },
  startAt: "2026-01-01",
  endAt: null,
  minAmount: "0.00",
  maxAmount: "10000.00",
  rate: "20.00",
  author: "Ada",
  createdAt: "2026-01-01T09:00:00Z",
  updatedAt: "2026-01-01T09:00:00Z",
  ...change,
});
const SECOND = commission({ id: "commission-2", minAmount: "10000.00", maxAmount: null, rate: "15.00" });

test("each tier begins where the one before ends", () => {
  const values = {
    minAmount: "0.00",
    tiers: [
      { maxAmount: "100.00", rate: "20" },
      { maxAmount: "", rate: "15" },
    ],
  };
  expect(tiersOf(values)).toEqual([
    { min: "0.00", max: "100.00", rate: "20" },
    { min: "100.00", max: null, rate: "15" },
  ]);
  expect(problemsOf(values).size).toBe(0);
  const [first, last] = values.tiers;
  const shuffled = [last, first, { maxAmount: "99.00", rate: "1" }].flatMap((tier) => tier ?? []);
  expect([...problemsOf({ ...values, tiers: shuffled })]).toEqual([
    [0, "open"],
    [2, "order"],
  ]);
});

test("what tiers bring is asked once all of it is filled in", () => {
  const sales = { netSales: "-12.50", internalShipping: "0" };
  const filled = { ...newTiers(), startAt: "2999-01-01", tiers: tiersOf(newTiers()) };
  expect(toAsked(filled, sales, "commission-1")).toEqual({
    storeId: null,
    // The first day that they hold, which is to come.
    date: "2999-01-01",
    ...sales,
    drafts: [{ startAt: "2999-01-01", endAt: null, minAmount: "0.00", maxAmount: null, rate: "20.00" }],
    exceptId: "commission-1",
  });
  expect(toAsked(filled, { ...sales, netSales: "1.005" })).toBeNull();
  expect(toAsked(filled, { ...sales, internalShipping: "-1" })).toBeNull();
  expect(toAsked({ ...filled, startAt: "" }, sales)).toBeNull();
  expect(toAsked({ ...filled, endAt: "2998-12-31" }, sales)).toBeNull();
  const [tier] = filled.tiers.map((tier) => ({ ...tier, min: "10", max: "20" }));
  for (const wrong of [{ min: "" }, { max: "10.00" }, { rate: "100.01" }])
    expect(
      toAsked({ ...filled, tiers: [{ ...tier, ...wrong } as (typeof filled.tiers)[0]] }, sales),
    ).toBeNull();
});

test("tiers are in the order of where they begin, as numbers", () => {
  const from = (min: string) => ({ min, max: null, rate: "1" });
  expect(inOrder(["1000.50", "9", "0"].map(from)).map(({ min }) => min)).toEqual(["0", "9", "1000.50"]);
});

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";
const calculator = () => screen.findByRole("region", { name: "Calculer une commission" });

/** The decisions' example, as the host counts it. */
const PREVIEW: Preview = {
  date: "2026-11-24",
  base: "11200.00",
  amount: "2180.00",
  percentage: "18.17",
  tiers: [
    {
      id: null,
      minAmount: "0.00",
      maxAmount: "10000.00",
      rate: "20.00",
      part: "10000.00",
      amount: "2000.00",
    },
    { id: null, minAmount: "10000.00", maxAmount: null, rate: "15.00", part: "1200.00", amount: "180.00" },
  ],
};

/** Answers what tiers bring; two that are asked about overlap where the first has no end before 10,000. */
function counts() {
  const asked: Asked[] = [];
  server.use(
    http.post(api("/finance/commission/preview"), async ({ request }) => {
      const body = (await request.json()) as Asked;
      asked.push(body);
      const isApart = Number(body.drafts?.[0]?.maxAmount) === 10_000;
      if (isApart) return HttpResponse.json({ data: PREVIEW });
      return HttpResponse.json({ error: { name: "ConflictDateRangeException" } }, { status: 409 });
    }),
  );
  return asked;
}

async function fillIn() {
  render(<Portal at="/admin/commission/create" />);
  await userEvent.click(await screen.findByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: /Maison Aube/ }));
  await userEvent.click(screen.getByRole("button", { name: "Ajouter une tranche" }));
}

test("tiers are filled in with what they bring beside them, and made together", async () => {
  signIn(person());
  const asked = counts();
  const sent: TiersInput[] = [];
  server.use(
    pageOf("/finance/commission", []),
    http.post(api("/finance/commission/tiers"), async ({ request }) => {
      sent.push((await request.json()) as TiersInput);
      return HttpResponse.json({ data: [commission(), SECOND] }, { status: 201 });
    }),
  );
  await fillIn();
  const send = screen.getByRole("button", { name: "Créer une commission" });
  await userEvent.click(send);
  expect(await screen.findByText("Indiquez où finit cette tranche : une autre la suit")).toBeVisible();
  expect(sent).toEqual([]);
  await waitFor(async () => expect(words(await calculator())).toContain("Complétez les montants"));

  await userEvent.type(screen.getByLabelText(/^Tranche 1, jusqu’à/), "10000");
  const second = screen.getAllByLabelText(/^Taux/)[1] as HTMLElement;
  await userEvent.clear(second);
  await userEvent.type(second, "15");
  await waitFor(async () => expect(words(await calculator())).toContain("Commission totale HT2 180,00 €"));
  expect(words(await calculator())).toContain("Base de calcul11 200,00 €");
  expect(words(await calculator())).toContain("Part des ventes nettes18,17 %");
  expect(words(await calculator())).toContain("Au-delà de 10 000 €1 200,00 € × 15 %180,00 €");
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      ...{ storeId: "store-1", netSales: "12000.00", internalShipping: "800.00", exceptId: null },
      drafts: [
        { minAmount: "0.00", maxAmount: "10000.00", rate: "20.00" },
        { minAmount: "10000.00", maxAmount: null, rate: "15" },
      ],
    }),
  );

  await userEvent.click(send);
  expect(await screen.findByText("La commission de Maison Aube a été créée")).toBeVisible();
  expect(sent).toMatchObject([
    {
      storeId: "store-1",
      tiers: [
        { endAt: null, minAmount: "0.00", maxAmount: "10000.00", rate: "20.00" },
        { endAt: null, minAmount: "10000.00", maxAmount: null, rate: "15" },
      ],
    },
  ]);
});

test("where tiers are refused, the days and the tier say why", async () => {
  signIn(person());
  counts();
  const answer = {
    status: 409,
    error: { name: "ConflictDateRangeException", message: "Couvre déjà ces dates" } as object,
  };
  server.use(
    pageOf("/finance/commission", []),
    http.post(api("/finance/commission/tiers"), () =>
      HttpResponse.json({ error: answer.error }, { status: answer.status }),
    ),
  );
  await fillIn();
  await userEvent.type(screen.getByLabelText(/^Tranche 1, jusqu’à/), "10000");
  const send = screen.getByRole("button", { name: "Créer une commission" });
  await userEvent.click(send);
  await waitFor(() =>
    expect(screen.getByLabelText(/^Début/)).toHaveAccessibleDescription(/Couvre déjà ces dates/),
  );
  const payload = [{ field: "tiers[1].maxAmount", code: "max", message: "Trop grand" }];
  Object.assign(answer, { status: 400, error: { name: "BadRequestSchemaException", payload } });
  await userEvent.click(send);
  await waitFor(() =>
    expect(screen.getByLabelText(/^Tranche 2, jusqu’à/)).toHaveAccessibleDescription("Trop grand"),
  );
  // The days are those of all tiers, and a tier begins where the one before ends.
  const days = [
    { field: "tiers[0].endAt", code: "range", message: "Trop tôt" },
    { field: "tiers[1].minAmount", code: "max", message: "Trop haut" },
  ];
  Object.assign(answer, { error: { name: "BadRequestSchemaException", payload: days } });
  await userEvent.click(send);
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: /^Fin/ })).toHaveAccessibleDescription(/Trop tôt/),
  );
  expect(screen.getByLabelText(/^Tranche 1, jusqu’à/)).toHaveAccessibleDescription("Trop haut");
});

test("a tier is counted with the store's others, and what is typed counts at once", async () => {
  signIn(person());
  const asked = counts();
  server.use(
    answers("/finance/commission/commission-1", commission()),
    answers("/history", []),
    pageOf("/finance/commission", [commission(), SECOND, commission({ id: "old", endAt: "2026-01-02" })]),
  );
  render(<Portal at="/admin/commission/commission-1" />);
  await waitFor(async () => expect(words(await calculator())).toContain("Commission totale HT2 180,00 €"));
  expect(asked.at(-1)).toMatchObject({ storeId: "store-1", exceptId: "commission-1" });
  expect(asked.at(-1)?.drafts).toHaveLength(1);
  const others = within(screen.getByRole("region", { name: "Autres tranches de la boutique" }));
  expect((await others.findAllByRole("link")).map((link) => link.getAttribute("href"))).toEqual([
    "/admin/commission/commission-2",
  ]);
  await userEvent.click(screen.getByRole("button", { name: /tableau/i }));
  const table = screen.getByRole("group", { name: "Taux par tranche de ventes nettes" });
  expect(words(table)).toContain("Au-delà de 10 000 €15 %");

  const max = screen.getByLabelText(/^Jusqu’à/);
  await userEvent.clear(max);
  await userEvent.type(max, "11000");
  expect(await screen.findByText("Des tranches se chevauchent")).toBeVisible();
});
