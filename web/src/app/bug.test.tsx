import { api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { environment, Portal, signIn } from "../testing/Portal";

async function report() {
  signIn(person());
  server.use(environment({ bugReport: true }));
  const sent: unknown[] = [];
  server.use(
    http.post(api("/bug-report"), async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 202 });
    }),
  );
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("button", { name: "Signaler un problème" }));
  return { dialog: within(await screen.findByRole("dialog", { name: "Signaler un problème" })), sent };
}

test("a problem is reported with the page and the browser", async () => {
  const { dialog, sent } = await report();
  await userEvent.type(
    await dialog.findByRole("textbox", { name: /Que s’est-il passé/ }),
    "La liste est vide.",
  );
  await userEvent.click(dialog.getByRole("button", { name: "Envoyer le signalement" }));
  expect(await screen.findByText("Merci, votre signalement a été envoyé.")).toBeVisible();
  expect(sent).toEqual([
    { message: "La liste est vide.", page: "/admin/order", userAgent: navigator.userAgent },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("who does not want to attach anything sends their words only", async () => {
  const { dialog, sent } = await report();
  await userEvent.type(await dialog.findByRole("textbox", { name: /Que s’est-il passé/ }), "Rien.");
  await userEvent.click(dialog.getByRole("checkbox", { name: /Joindre/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Envoyer le signalement" }));
  expect(await screen.findByText("Merci, votre signalement a été envoyé.")).toBeVisible();
  expect(sent).toEqual([{ message: "Rien." }]);
});

test("a report without words is not sent", async () => {
  const { dialog, sent } = await report();
  await userEvent.click(await dialog.findByRole("button", { name: "Envoyer le signalement" }));
  expect(await dialog.findByText("Ce champ est obligatoire.")).toBeVisible();
  expect(sent).toEqual([]);
});
