import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { Form, useForm } from "../form/Form";
import { MoneyField } from "../form/MoneyField";
import { PercentField } from "../form/PercentField";
import { monthsFrom, sameDay } from "../i18n/day";
import { Screen } from "../testing";
import { parseMonth, today } from "./calendar";
import { DateField } from "./DateField";
import { MonthField } from "./MonthField";
import { PeriodField } from "./PeriodField";

test.each([
  ["11/2026", "2026-11"],
  ["1/26", "2026-01"],
  ["nov. 2026", "2026-11"],
  ["Février 26", "2026-02"],
  ["2026-3", "2026-03"],
  ["jui 2026", null],
  ["13/2026", null],
  ["2026", null],
])("%s is the month %s", (text, month) => expect(parseMonth(text, "fr")).toBe(month));

test("months end where the next begins", () => {
  expect(monthsFrom("2026-12-15", 0)).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(monthsFrom("2026-01-31", -1)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(monthsFrom("2028-01-31", 1)).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect([sameDay("2028-01-31", 1), sameDay("2027-01-15", -3)]).toEqual(["2028-02-29", "2026-10-15"]);
});

function setup(fields: ReactNode, values: object = {}) {
  const sent = vi.fn();
  function Sheet() {
    const form = useForm({ defaultValues: values });
    return (
      <Form form={form} onSubmit={async (values) => sent(values)} failure="Rien">
        {fields}
        <button type="submit">Enregistrer</button>
      </Form>
    );
  }
  render(
    <Screen>
      <Sheet />
    </Screen>,
  );
  const send = () => userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  return { sent, send };
}

test("a day is typed the French way, in the future too", async () => {
  const { sent, send } = setup(<DateField name="dueOn" label="Échéance" required />);
  const field = screen.getByLabelText(/^Échéance/);
  await userEvent.type(field, "1.11.99");
  await userEvent.tab();
  expect(field).toHaveValue("01/11/2099");
  await send();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ dueOn: "2099-11-01" }));
});

test("a day that does not exist stays as it was typed, and says so", async () => {
  const { sent, send } = setup(<DateField name="dueOn" label="Échéance" max="2026-12-31" />);
  const field = screen.getByLabelText("Échéance");
  await userEvent.type(field, "31/02/2026");
  await userEvent.tab();
  expect(field).toHaveValue("31/02/2026");
  expect(await screen.findByText(/Cette date n’existe pas/)).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, "01/01/2027");
  expect(await screen.findByText(/Trop tard \(31\/12\/2026 au plus tard\)/)).toBeVisible();
  await send();
  expect(sent).not.toHaveBeenCalled();
});

test("the calendar begins on Monday, takes keys, and gives the focus back", async () => {
  const { sent, send } = setup(<DateField name="dueOn" label="Échéance" />, { dueOn: "2026-11-18" });
  const button = screen.getByRole("button", { name: "Ouvrir le calendrier, Échéance" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect((await screen.findAllByRole("columnheader"))[0]).toHaveTextContent(/^lu/i);
  const day = await screen.findByRole("button", { name: "18 novembre 2026" });
  day.focus();
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Échéance")).toHaveValue("19/11/2026"));
  await waitFor(() => expect(button).toHaveFocus());
  await send();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ dueOn: "2026-11-19" }));
});

test("a month is typed or chosen", async () => {
  const { sent, send } = setup(<MonthField name="month" label="Mois" />);
  await userEvent.type(screen.getByLabelText("Mois"), "nov 2026");
  await userEvent.tab();
  expect(screen.getByLabelText("Mois")).toHaveValue("11/2026");
  await userEvent.click(screen.getByRole("button", { name: "Ouvrir le calendrier, Mois" }));
  await userEvent.click(await screen.findByRole("button", { name: /^déc/i }));
  await send();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ month: "2026-12" }));
});

const openPeriods = () => userEvent.click(screen.getByRole("button", { name: "Ouvrir le calendrier, Au" }));
const periods = () => screen.getAllByTitle(/–/).map(({ textContent }) => textContent);

test("an end of a period that passes the other takes it along, and there are presets", async () => {
  const { sent, send } = setup(<PeriodField name="period" label="Période" required />, {
    period: { from: "", to: "" },
  });
  const [from, to] = [screen.getByLabelText(/^Du/), screen.getByLabelText(/^Au/)];
  await userEvent.type(from, "15/11/2026");
  await userEvent.type(to, "01/11/2026");
  // Up to then it may be on its way to another day: 15/11/20 is one, too.
  expect(from).toHaveValue("15/11/2026");
  await userEvent.tab();
  expect(from).toHaveValue("01/11/2026");
  await userEvent.clear(from);
  await userEvent.type(from, "03/11/2026{Enter}");
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ period: { from: "2026-11-03", to: "2026-11-03" } }),
  );
  await openPeriods();
  await userEvent.click(await screen.findByRole("button", { name: "Année dernière" }));
  await send();
  const year = Number(today().slice(0, 4)) - 1;
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ period: { from: `${year}-01-01`, to: `${year}-12-31` } }),
  );
});

test("a period that must be over offers no days to come", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T10:00Z"), toFake: ["Date"] });
  const { sent, send } = setup(<PeriodField name="period" label="Période" max={today()} required />, {
    period: { from: "2026-11-01", to: "2026-11-02" },
  });
  const to = screen.getByLabelText(/^Au/);
  await userEvent.clear(to);
  await userEvent.type(to, "21/11/2026");
  await send();
  expect(await screen.findByText("Trop tard (20/11/2026 au plus tard).")).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  await openPeriods();
  expect(await screen.findByRole("button", { name: "21 novembre 2026" })).toBeDisabled();
  expect(periods()).toEqual([
    ...["Ce mois-ci", "Mois dernier", "Ce trimestre", "Trimestre dernier", "Cette année", "Année dernière"],
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Ce mois-ci" }));
  await send();
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ period: { from: "2026-11-01", to: "2026-11-20" } }),
  );
});

test("a form offers periods of its own beside those of lists", async () => {
  const drop = { label: "Semaine de sortie", from: "2026-10-02", to: "2026-10-08" };
  setup(<PeriodField name="period" label="Période" presets={[drop, "yesterday", "yearToDate"]} />, {
    period: { from: "2026-10-02", to: "2026-10-08" },
  });
  await openPeriods();
  expect(await screen.findByRole("button", { name: "Semaine de sortie", pressed: true })).toBeVisible();
  expect(periods()).toEqual(["Semaine de sortie", "Hier", "Depuis le 1er janvier"]);
});

test("amounts and rates are exact, and typed as people write them", async () => {
  const { sent, send } = setup(
    <>
      <MoneyField name="price" label="Prix" />
      <MoneyField name="yen" label="Coût" currency="JPY" />
      <PercentField name="rate" label="Taux" />
    </>,
    { price: "", yen: "", rate: "" },
  );
  await userEvent.type(screen.getByLabelText("Prix"), "1 234,5");
  await userEvent.type(screen.getByLabelText("Coût"), "12,5");
  await userEvent.type(screen.getByLabelText("Taux"), "105");
  await userEvent.tab();
  expect(screen.getByLabelText("Prix")).toHaveValue("1\u202f234,50");
  expect(await screen.findByText("Un nombre entier est attendu.")).toBeVisible();
  expect(screen.getByText(/Trop grand/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Coût"));
  await userEvent.clear(screen.getByLabelText("Taux"));
  await userEvent.type(screen.getByLabelText("Taux"), "5,5");
  await userEvent.tab();
  await send();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ price: "1234.50", yen: "", rate: "5.50" }));
});
