import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation, useNavigate } from "react-router";
import { expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { MonthCalendar } from "./MonthCalendar";
import { MonthDays } from "./MonthDays";
import { isMonth, shownDays, weeksOf } from "./month";

test.each([
  // Begins on a Sunday.
  ["2026-11", 6, "2026-10-26", "2026-12-06"],
  // Four whole weeks.
  ["2027-02", 4, "2027-02-01", "2027-02-28"],
  ["2028-02", 5, "2028-01-31", "2028-03-05"],
])("%s has days in %i weeks, Monday first", (month, count, from, to) => {
  const weeks = weeksOf(month);
  expect(weeks.map((days) => days.length)).toEqual(Array(count).fill(7));
  expect(shownDays(month)).toEqual({ from, to });
});

test("an address may ask for what is no month", () => {
  expect(["2026-12", "2026-13", "2026-1", "9999-12", ""].map(isMonth)).toEqual([
    ...[true, false, false, false, false],
  ]);
});

function Calendar() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output>{search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Revenir
      </button>
      <MonthCalendar>
        {(month) => (
          <MonthDays
            label="Échéances"
            month={month}
            items={["2026-11-20", "2026-12-04"]}
            itemKey={(day) => day}
            dayOf={(day) => day}
            dayTo={(day) => `?day=${day}`}
          >
            {(day) => `Tirage du ${day}`}
          </MonthDays>
        )}
      </MonthCalendar>
    </>
  );
}

function setup(at: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T10:00:00Z") });
  render(
    <Screen at={at}>
      <Calendar />
    </Screen>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const month = () => screen.getByRole("heading", { level: 2 }).textContent;
  const search = () => screen.getByRole("status").textContent;
  return { press, month, search };
}

test("the address keeps the month and whatever else it says; one goes back through the months", async () => {
  const { press, month, search } = setup("/?view=calendar&month=2026-12");
  expect(month()).toBe("décembre 2026");
  await press("Mois suivant");
  expect([month(), search()]).toEqual(["janvier 2027", "?view=calendar&month=2027-01"]);
  await press("Revenir");
  expect(month()).toBe("décembre 2026");
  await press("Mois précédent");
  expect([month(), search()]).toEqual(["novembre 2026", "?view=calendar"]);
  await press("Mois précédent");
  await press("Aujourd’hui");
  expect([month(), search()]).toEqual(["novembre 2026", "?view=calendar"]);
});

test("what is no month is the present one", () => {
  expect(setup("/?month=2026-00").month()).toBe("novembre 2026");
});

test("the week begins on Monday, today is marked, and each day says what is on it", () => {
  setup("/");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    ...["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
  ]);
  const days = screen.getAllByRole("cell");
  const today = days.filter((day) => day.getAttribute("aria-current") === "date");
  expect(today).toEqual([screen.getByRole("cell", { name: /^vendredi 20 novembre 2026/ })]);
  expect(today[0]).toHaveTextContent("Tirage du 2026-11-20");
  expect(screen.getByRole("cell", { name: /^vendredi 4 décembre 2026/ })).toHaveTextContent(
    "Tirage du 2026-12-04",
  );
});
