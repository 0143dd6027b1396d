import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { chargeOf, Portal, pageOf, signIn } from "../../testing/Portal";
import type { Applied, Charge } from "./api";
import { amountsHoldFrom, beganBefore, nextPeriods, statusOf } from "./values";

const starts = (charge: Charge, day: string) => nextPeriods(charge, 2, day).map(({ start }) => start);

test("what comes next: not what was charged, nothing while paused or after the end", () => {
  expect(starts(chargeOf(), "2026-02-10")).toEqual(["2026-03-31", "2026-04-30"]);
  expect(starts(chargeOf(), "2026-06-01")).toEqual(["2026-06-30", "2026-07-31"]);
  expect(starts(chargeOf({ endedAt: "2026-04-01" }), "2026-02-10")).toEqual(["2026-03-31"]);
  expect(starts(chargeOf({ pausedAt: "2026-02-01" }), "2026-02-10")).toEqual([]);
});

test("other amounts hold from the first period that begins after today", () => {
  expect(amountsHoldFrom(chargeOf(), "2026-04-30")).toBe("2026-05-31");
  expect(amountsHoldFrom(chargeOf(), "2026-04-29")).toBe("2026-04-30");
});

test("a new charge that began in the past has fees to come", () => {
  const fresh = chargeOf({ chargedUntil: null });
  expect(beganBefore(fresh, "2026-04-15")).toBe(3);
  expect(beganBefore({ ...fresh, endedAt: "2026-02-28" }, "2026-04-15")).toBe(2);
  expect(beganBefore(fresh, "2026-01-31")).toBe(0);
});

test("how far a charge is", () => {
  const on = (day: string, change: Partial<Charge> = {}) => statusOf(chargeOf(change), day);
  expect(on("2026-01-30")).toBe("coming");
  expect(on("2026-01-31")).toBe("running");
  expect(on("2026-05-01", { endedAt: "2026-05-01" })).toBe("running");
  expect(on("2026-05-02", { endedAt: "2026-05-01", pausedAt: "2026-04-01" })).toBe("ended");
  expect(on("2026-05-02", { pausedAt: "2026-04-01" })).toBe("paused");
});

const due = (store: string, type: string, startsAt: string, endsAt: string): Applied["fees"][number] => ({
  chargeId: `charge-${type}`,
  store: { id: `store-${store}`, name: store },
  type,
  category: "SOFTWARE",
  description: type,
  startsAt,
  endsAt,
  internalAmount: "10.00",
  customerAmount: "49.00",
});

const words = (element: HTMLElement) => element.textContent?.replace(/\s/g, " ") ?? "";

test("charges are applied once it is clear what comes, by store, and a second time brings nothing", async () => {
  signIn(person());
  let fees = [
    due("Maison Aube", "Abonnement", "2026-01-31", "2026-02-27"),
    due("Maison Aube", "Abonnement", "2026-02-28", "2026-03-30"),
    due("Port SAS", "Archivage", "2026-03-01", "2026-03-31"),
  ];
  const sent: { date: string; preview: boolean }[] = [];
  server.use(
    pageOf("/finance/charge", [chargeOf()]),
    http.post(api("/finance/charge/apply"), async ({ request }) => {
      const asked = (await request.json()) as (typeof sent)[number];
      sent.push(asked);
      const sum = (each: number) => (fees.length * each).toFixed(2);
      const data = { ...asked, count: fees.length, internalAmount: sum(10), customerAmount: sum(49), fees };
      if (!asked.preview) fees = [];
      return HttpResponse.json({ data });
    }),
  );
  render(<Portal at="/admin/charge" />);
  await userEvent.click(await screen.findByRole("button", { name: "Appliquer les prestations" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Appliquer les prestations récurrentes" }));
  const store = await dialog.findByRole("region", { name: "Maison Aube" });
  expect(words(store)).toContain("2 frais · 98,00 €");
  expect(words(store)).toContain("du 28/02/2026 au 30/03/2026");
  expect(words(dialog.getByRole("region", { name: "Port SAS" }))).toContain("Archivage");
  expect(dialog.getByText("147,00 €")).toBeVisible();
  expect(sent.every(({ preview }) => preview)).toBe(true);

  await userEvent.click(dialog.getByRole("button", { name: "Créer 3 frais" }));
  expect(await screen.findByText(/^3 frais ont été créés, 147,00/)).toBeVisible();
  expect(sent.filter(({ preview }) => !preview)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await userEvent.click(screen.getByRole("button", { name: "Appliquer les prestations" }));
  expect(await screen.findByText("Rien à appliquer")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Créer .*frais$/ })).toBeNull();
});

test("once a period was charged its days stay, and another price says from when it holds", async () => {
  signIn(person());
  server.use(answers("/finance/charge/charge-1", chargeOf()), answers("/history", []));
  render(<Portal at="/admin/charge/charge-1" />);
  const amount = await screen.findByLabelText(/^Montant HT/);
  expect(screen.queryByLabelText(/^Début/)).toBeNull();
  expect(screen.getByText("Chaque mois")).toBeVisible();
  await userEvent.clear(amount);
  await userEvent.type(amount, "59");
  expect(await screen.findByText(/^Ces montants vaudront à partir de la période du/)).toBeVisible();
});
