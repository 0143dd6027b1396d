import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { noSales, Portal, signIn, storeOf } from "../../testing/Portal";
import type { Goals } from "./api";
import { paceOf, percentOf, toInput, toValues } from "./values";

const GOALS: Goals = {
  goals: [
    { month: "2026-12-01", netSales: "0.00" },
    { month: "2026-10-01", netSales: "20000.00" },
  ],
  updatedAt: "2026-11-03T10:00:00Z",
};

function serve(goals = GOALS) {
  server.use(
    answers("/store/store-1", storeOf()),
    answers("/store/store-1/setup", { dismissedAt: GOALS.updatedAt, connections: [], people: 1 }),
    answers("/store/store-1/goals", goals),
    answers("/analytic/sales", {
      ...noSales,
      goal: { due: "2000.00", goal: "20000.00", netSales: "1500.00", stores: 1 },
    }),
  );
}

test("a store's goals are read with how far this month's has come, and nobody changes them who may not", async () => {
  signIn(person({ permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_AUDIT"] }));
  serve();
  render(<Portal at="/admin/store/store-1?tab=goals" />);
  const table = within(await screen.findByRole("group", { name: "Objectifs" }));
  const rows = table.getAllByRole("row").map((row) => row.textContent?.replace(/\s/g, " "));
  expect(rows).toEqual([
    "À partir deVentes HT par mois",
    "décembre 2026Plus d’objectif",
    "octobre 202620 000,00 €",
  ]);
  expect(await screen.findByText(/^500,00\s€ de retard sur le rythme du mois$/)).toBeVisible();
  expect(screen.getByText(/^7,5\s%$/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Modifier les objectifs" })).toBeNull();
});

test("goals are changed in a form, whose faults stand at their fields", async () => {
  signIn(person());
  serve({ ...GOALS, goals: GOALS.goals.slice(1) });
  const sent: unknown[] = [];
  server.use(
    http.put(api("/store/store-1/goals"), async ({ request }) => {
      sent.push([request.headers.get("if-match"), await request.json()]);
      return sent.length === 1
        ? HttpResponse.json(
            {
              error: {
                ...{ name: "BadRequestInputException", code: 400, message: "Non", requestId: "r" },
                payload: [{ field: "goals[0].netSales", code: "max", message: "Trop haut" }],
              },
            },
            { status: 400 },
          )
        : HttpResponse.json({ data: GOALS });
    }),
  );
  render(<Portal at="/admin/store/store-1?tab=goals" />);
  await userEvent.click(await screen.findByRole("button", { name: "Modifier les objectifs" }));
  const dialog = within(await screen.findByRole("dialog"));
  const amount = await dialog.findByRole("textbox", { name: /^Ventes HT par mois/ });
  await userEvent.clear(amount);
  await userEvent.type(amount, "25000");
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer" }));
  expect(await dialog.findByText("Trop haut")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Les objectifs ont été enregistrés")).toBeVisible();
  expect(sent).toEqual(
    Array(2).fill([GOALS.updatedAt, { goals: [{ month: "2026-10-01", netSales: "25000" }] }]),
  );
});

test("what was sold is a part of the goal, and ahead of what was due or behind it, to the cent", () => {
  const reached = (netSales: string, due: string) => ({ due, goal: "100.00", netSales, stores: 1 });
  expect(paceOf(reached("10.10", "10.20"))).toEqual({ pace: "behind", amount: "0.10" });
  expect(paceOf(reached("-5.00", "10.20"))).toEqual({ pace: "behind", amount: "15.20" });
  expect(paceOf(reached("0.30", "0.10"))).toEqual({ pace: "ahead", amount: "0.20" });
  expect(paceOf(reached("10.2", "10.20")).pace).toBe("onTrack");
  expect(percentOf("1.00", "3.00")).toBe(33.3);
  expect(percentOf("4.00", "0.00")).toBe(100);
  expect(toInput(toValues(GOALS)).goals).toEqual(GOALS.goals);
});
