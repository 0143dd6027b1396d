import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, Portal, signIn } from "../testing/Portal";

const AT = "2026-01-15T09:00:00Z";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";

const session = (id: string, userAgent: string, current: boolean) => ({
  ...{ id, userAgent, current },
  ...{ ip: "192.0.2.7", createdAt: AT, lastSeenAt: AT },
});
const HERE = session("s1", FIREFOX, true);
const THERE = session("s2", SAFARI, false);

function show(user = person()) {
  signIn(user);
  server.use(
    answers("/analytic/mail", { isWanted: false }),
    answers("/user/current/session", [HERE, THERE]),
    answers("/user/current/link", [{ id: "l1", createdAt: AT, expiresAt: AT }]),
    answers("/user/current/passkey", [{ id: "p1", name: "Ordinateur", createdAt: AT, lastUsedAt: null }]),
  );
  const home = user.role === "admin" ? "/admin" : `/${user.role}/${user.resources[0]?.id}`;
  render(<Portal at={`${home}/profile`} />);
}

const region = async (name: string) => within(await screen.findByRole("region", { name }));
const row = async (text: string) => within((await screen.findByText(text)).closest("li") as HTMLElement);

test("the user menu leads to the profile", async () => {
  show();
  await userEvent.click(await screen.findByRole("link", { name: "Accueil" }));
  await userEvent.click(screen.getByRole("button", { name: /Votre compte/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Profil" }));
  expect(await screen.findByRole("heading", { name: "Profil" })).toBeVisible();
  const you = await region("Vous");
  expect(you.getByText("Ada")).toBeVisible();
  expect(you.getByText("Administration")).toBeVisible();
});

test("who may read reports asks for the week's figures by mail", async () => {
  show();
  const sent: unknown[] = [];
  server.use(
    http.put(api("/analytic/mail"), async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return HttpResponse.json({ data: body });
    }),
  );
  const mail = await region("E-mail du lundi");
  await userEvent.click(await mail.findByRole("button", { name: "Recevoir l’e-mail du lundi" }));
  expect(await screen.findByText("Le premier e-mail arrive lundi")).toBeVisible();
  await userEvent.click(await mail.findByRole("button", { name: "Ne plus recevoir cet e-mail" }));
  expect(await screen.findByText("Vous ne recevrez plus cet e-mail")).toBeVisible();
  expect(sent).toEqual([{ isWanted: true }, { isWanted: false }]);
});

test("what one may do is told in words, by subject", async () => {
  show(customer({ permissions: ["READ_ORDER", "READ_USER", "WRITE_USER"] }));
  const table = await region("Vos autorisations");
  const rows = table.getAllByRole("row").map((each) => [...each.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ["Domaine", "Consulter", "Modifier"],
    ["Commandes", "Oui", "Non"],
    ["Utilisateurs", "Oui", "Oui"],
  ]);
});

test("the language is chosen here too", async () => {
  const user = person();
  const saved: unknown[] = [];
  show(user);
  server.use(
    http.patch(api("/user/current"), async ({ request }) => {
      saved.push(await request.json());
      server.use(answers("/user/current", { ...user, locale: "en" }));
      return HttpResponse.json({ data: { ...user, locale: "en" } });
    }),
  );
  await userEvent.click(await screen.findByRole("radio", { name: "English" }));
  expect(await screen.findByRole("heading", { name: "Profile" })).toBeVisible();
  await waitFor(() => expect(saved).toEqual([{ locale: "en" }]));
});

test("a session elsewhere is told by its device, and closed; the present one is marked", async () => {
  show();
  expect((await row("Firefox sur Windows")).getByText("Cette session")).toBeVisible();
  server.use(
    http.delete(api("/user/current/session/s2"), () => {
      server.use(answers("/user/current/session", [HERE]));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click((await row("Safari sur iPhone")).getByRole("button", { name: /Fermer la session/ }));
  await waitFor(() => expect(screen.queryByText("Safari sur iPhone")).toBeNull());
  expect(await screen.findByText("La session est fermée.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Fermer toutes les autres" })).toBeNull();
});

test("all others are closed after a question", async () => {
  show();
  server.use(
    http.delete(api("/user/current/session"), () => {
      server.use(answers("/user/current/session", [HERE]));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Fermer toutes les autres" }));
  const question = within(await screen.findByRole("dialog", { name: /Fermer toutes les autres sessions/ }));
  await userEvent.click(question.getByRole("button", { name: "Fermer toutes les autres" }));
  await waitFor(() => expect(screen.queryByText("Safari sur iPhone")).toBeNull());
  expect(screen.getByText("Firefox sur Windows")).toBeVisible();
});

test("a link that waits is revoked", async () => {
  show();
  server.use(
    http.delete(api("/user/current/link/l1"), () => {
      server.use(answers("/user/current/link", []));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Révoquer" }));
  expect(await screen.findByText("Aucun lien de connexion n’est en attente.")).toBeVisible();
});

test("sessions that cannot be told leave the rest of the page", async () => {
  show();
  server.use(refuses("/user/current/session", 500, "UnknowException"));
  expect(await (await region("Sessions ouvertes")).findByRole("alert")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Révoquer" })).toBeVisible();
});
