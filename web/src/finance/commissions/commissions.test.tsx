import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import type { Commission, CommissionInput } from "./api";
import { problemsOf, tiersOf } from "./values";

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

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";
const calculator = () => screen.findByRole("region", { name: "Calculer une commission" });

test("tiers are filled in with what they bring beside them, and made one after another", async () => {
  signIn(person());
  const sent: CommissionInput[] = [];
  server.use(
    pageOf("/finance/commission", []),
    http.post(api("/finance/commission"), async ({ request }) => {
      const input = (await request.json()) as CommissionInput;
      sent.push(input);
      return HttpResponse.json({ data: commission({ id: `commission-${sent.length}` }) }, { status: 201 });
    }),
  );
  render(<Portal at="/admin/commission/create" />);
  await userEvent.click(await screen.findByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: /Maison Aube/ }));
  await userEvent.click(screen.getByRole("button", { name: "Ajouter une tranche" }));
  const send = screen.getByRole("button", { name: "Créer une commission" });
  await userEvent.click(send);
  expect(await screen.findByText("Indiquez où finit cette tranche : une autre la suit")).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.type(screen.getByLabelText(/^Tranche 1, jusqu’à/), "10000");
  const second = screen.getAllByLabelText(/^Taux/)[1] as HTMLElement;
  await userEvent.clear(second);
  await userEvent.type(second, "15");
  await waitFor(async () => expect(words(await calculator())).toContain("Commission totale HT2 180,00 €"));
  expect(words(await calculator())).toContain("Base de calcul11 200,00 €");
  expect(words(await calculator())).toContain("Part des ventes nettes18,17 %");

  await userEvent.click(send);
  expect(await screen.findByText("La commission de Maison Aube a été créée")).toBeVisible();
  expect(sent.map(({ minAmount, maxAmount, rate }) => [minAmount, maxAmount, rate])).toEqual([
    ["0.00", "10000.00", "20.00"],
    ["10000.00", null, "15"],
  ]);
});

test("where a later tier is refused none is left, and the days say why", async () => {
  signIn(person());
  const gone: unknown[] = [];
  let count = 0;
  const error = { name: "ConflictDateRangeException", code: 409, message: "Couvre déjà ces dates" };
  server.use(
    pageOf("/finance/commission", []),
    http.post(api("/finance/commission"), () => {
      count += 1;
      if (count > 1) return HttpResponse.json({ error }, { status: 409 });
      return HttpResponse.json({ data: commission() }, { status: 201 });
    }),
    http.delete(api("/finance/commission/:id"), ({ params }) => {
      gone.push(params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/admin/commission/create" />);
  await userEvent.click(await screen.findByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: /Maison Aube/ }));
  await userEvent.type(screen.getByLabelText(/^Tranche 1, jusqu’à/), "10000");
  await userEvent.click(screen.getByRole("button", { name: "Ajouter une tranche" }));
  await userEvent.click(screen.getByRole("button", { name: "Créer une commission" }));
  await waitFor(() =>
    expect(screen.getByLabelText(/^Début/)).toHaveAccessibleDescription(/Couvre déjà ces dates/),
  );
  expect(gone).toEqual(["commission-1"]);
});

test("a tier is counted with the store's others, and what is typed counts at once", async () => {
  signIn(person());
  server.use(
    answers("/finance/commission/commission-1", commission()),
    answers("/history", []),
    pageOf("/finance/commission", [commission(), SECOND, commission({ id: "old", endAt: "2026-01-02" })]),
  );
  render(<Portal at="/admin/commission/commission-1" />);
  await waitFor(async () => expect(words(await calculator())).toContain("Commission totale HT2 180,00 €"));
  const others = within(screen.getByRole("region", { name: "Autres tranches de la boutique" }));
  expect(others.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin/commission/commission-2",
  ]);
  await userEvent.click(screen.getByRole("button", { name: /tableau/i }));
  const table = screen.getByRole("group", { name: "Taux par tranche de ventes nettes" });
  expect(words(table)).toContain("au-delà de 10 000 €15 %");

  const max = screen.getByLabelText(/^Jusqu’à/);
  await userEvent.clear(max);
  await userEvent.type(max, "11000");
  expect(await screen.findByText("Des tranches se chevauchent")).toBeVisible();
});
