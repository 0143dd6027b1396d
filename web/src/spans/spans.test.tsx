import { person } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Portal, signIn } from "../testing/Portal";

test("days of one's own end today at the latest, and begin before they end", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T10:00Z"), toFake: ["Date"] });
  signIn(person());
  render(<Portal at="/admin/analytic/report?from=2026-11-01&to=2026-11-05" />);
  const from = await screen.findByRole("textbox", { name: "Du" });
  const to = screen.getByRole("textbox", { name: "Au" });
  await userEvent.click(screen.getByRole("button", { name: "Ouvrir le calendrier, Au" }));
  expect(await screen.findByRole("button", { name: "21 novembre 2026" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Mois prochain" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await userEvent.clear(from);
  await userEvent.type(from, "10/11/2026");
  await userEvent.tab();
  expect(to).toHaveValue("10/11/2026");
  expect(await screen.findByText(/^Du 10\/11\/2026 au 10\/11\/2026/)).toBeVisible();
});
