import { renew, useSession } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, Portal, signIn, signOut } from "../testing/Portal";

const navigation = () => screen.findByRole("navigation", { name: "Navigation principale" });
const entries = async () =>
  within(await navigation())
    .getAllByRole("link")
    .map((link) => link.textContent);

test("who is not signed in is asked to, and the way back is kept", async () => {
  signOut();
  const asked: unknown[] = [];
  server.use(
    http.post(api("/auth/link"), async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse(null, { status: 202 });
    }),
  );
  render(<Portal at="/admin/order?cursor=abc" />);
  await userEvent.type(
    await screen.findByRole("textbox", { name: /Adresse e-mail/ }),
    "ada@comptoir.example",
  );
  await userEvent.click(screen.getByRole("button", { name: "Recevoir le lien" }));
  expect(await screen.findByRole("status")).toHaveTextContent("ada@comptoir.example");
  expect(asked).toEqual([{ email: "ada@comptoir.example", continue: "/admin/order?cursor=abc" }]);
});

test("an address that is none is refused before it is sent", async () => {
  signOut();
  render(<Portal at="/login" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /Adresse e-mail/ }), "ada");
  await userEvent.click(screen.getByRole("button", { name: "Recevoir le lien" }));
  expect(await screen.findByText("Cette adresse e-mail n’est pas valide.")).toBeVisible();
});

test("a link signs in once and leads on", async () => {
  signOut();
  const user = person();
  let uses = 0;
  server.use(
    http.post(api("/auth/session"), () => {
      uses += 1;
      const expiresAt = new Date(Date.now() + 600_000).toISOString();
      return HttpResponse.json({ data: { accessToken: "t", expiresAt, user, continue: null } });
    }),
  );
  signIn(user);
  signOut();
  render(<Portal at="/login/callback?token=abc&continue=%2Fadmin%2Forder" />);
  const open = await screen.findByRole("button", { name: "Se connecter" });
  expect(uses).toBe(0);
  await userEvent.click(open);
  expect(await screen.findByRole("heading", { name: "Commandes" })).toBeVisible();
  expect(uses).toBe(1);
});

test("the sign-in page sends on who is signed in already", async () => {
  const user = person();
  signIn(user);
  useSession.setState({ status: "starting", user: null });
  server.use(
    http.post(api("/auth/refresh"), () => {
      const expiresAt = new Date(Date.now() + 600_000).toISOString();
      return HttpResponse.json({ data: { accessToken: "t", expiresAt, user } });
    }),
  );
  render(<Portal at="/login?continue=%2Fadmin%2Forder" />);
  expect(await screen.findByRole("heading", { name: "Commandes" })).toBeVisible();
});

test("a link that was used says so and leads to a new one", async () => {
  signOut();
  server.use(
    http.post(api("/auth/session"), () =>
      HttpResponse.json(
        { error: { name: "UnauthorizedException", code: 401, requestId: "r-1" } },
        { status: 401 },
      ),
    ),
    http.post(api("/auth/refresh"), () => HttpResponse.json({}, { status: 401 })),
  );
  render(<Portal at="/login/callback?token=old" />);
  await userEvent.click(await screen.findByRole("button", { name: "Se connecter" }));
  expect(await screen.findByRole("heading", { name: "Ce lien ne fonctionne plus" })).toBeVisible();
  expect(screen.getByText("Ce lien a déjà servi ou a expiré. Demandez-en un nouveau.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Demander un nouveau lien" })).toHaveAttribute("href", "/login");
});

test("a link that did not reach the server is not called used, and can be tried again", async () => {
  const user = person();
  let tries = 0;
  server.use(
    http.post(api("/auth/session"), () => {
      tries++;
      if (tries === 1) return HttpResponse.error();
      const expiresAt = new Date(Date.now() + 600_000).toISOString();
      return HttpResponse.json({ data: { accessToken: "t", expiresAt, user, continue: null } });
    }),
    http.post(api("/auth/refresh"), () => HttpResponse.error()),
  );
  signIn(user);
  signOut();
  render(<Portal at="/login/callback?token=abc&continue=%2Fadmin%2Forder" />);
  await userEvent.click(await screen.findByRole("button", { name: "Se connecter" }));
  const again = await screen.findByRole("button", { name: "Réessayer" });
  expect(screen.queryByText(/a déjà servi/)).toBeNull();
  await userEvent.click(again);
  expect(await screen.findByRole("heading", { name: "Commandes" })).toBeVisible();
});

test("whose session ends while they work is told why they are asked who they are", async () => {
  signIn(person());
  render(<Portal at="/admin/order" />);
  await navigation();
  server.use(http.post(api("/auth/refresh"), () => HttpResponse.json({}, { status: 401 })));
  await act(() => renew());
  expect(await screen.findByRole("alert")).toHaveTextContent(/Votre session a pris fin/);
});

test("another address is confirmed by a press, and signs in from then on", async () => {
  signOut();
  const tokens: unknown[] = [];
  server.use(
    http.post(api("/auth/email"), async ({ request }) => {
      tokens.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/login/email?token=abc&email=new%40comptoir.example" />);
  expect(await screen.findByText(/partiront à new@comptoir.example/)).toBeVisible();
  const confirm = screen.getByRole("button", { name: "Confirmer l’adresse" });
  expect(tokens).toEqual([]);
  await userEvent.click(confirm);
  expect(await screen.findByRole("status")).toHaveTextContent("L’adresse est confirmée");
  expect(screen.getByRole("link", { name: "Se connecter" })).toHaveAttribute(
    "href",
    "/login?email=new%40comptoir.example",
  );
  expect(tokens).toEqual([{ token: "abc" }]);
});

test("the root leads each role home", async () => {
  signIn(customer());
  render(<Portal at="/" />);
  expect(await screen.findByRole("heading", { name: "Accueil" })).toBeVisible();
  expect(await entries()).toEqual(["Accueil", "Commandes", "Réceptions", "Tickets"]);
});

test("the navigation holds what one may see", async () => {
  signIn(person({ permissions: ["READ_ORDER"] }));
  render(<Portal at="/admin" />);
  expect(await entries()).toEqual([
    "Accueil",
    "Commandes",
    "Tickets",
    "Ateliers",
    "Factures prestataires",
    "Écarts prestataires",
  ]);
});

test("a screen without the permission is forbidden, inside the frame", async () => {
  signIn(person({ permissions: ["READ_ORDER"] }));
  render(<Portal at="/admin/developer" />);
  expect(await screen.findByRole("heading", { name: "Vous n’avez pas accès à cette page" })).toBeVisible();
  expect(await navigation()).toBeVisible();
});

test("another role's area is forbidden, somebody else's organization does not exist", async () => {
  signIn(customer());
  const { unmount } = render(<Portal at="/admin/order" />);
  expect(await screen.findByRole("heading", { name: "Vous n’avez pas accès à cette page" })).toBeVisible();
  unmount();
  render(<Portal at="/customer/org-2/order" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});

test("the language is switched everywhere, in what the host said too, and saved", async () => {
  const user = person();
  signIn(user);
  const saved: unknown[] = [];
  const spoken: unknown[] = [];
  server.use(
    http.patch(api("/user/current"), async ({ request }) => {
      saved.push(await request.json());
      server.use(answers("/user/current", { ...user, locale: "en" }));
      return HttpResponse.json({ data: { ...user, locale: "en" } });
    }),
    http.get(api("/order"), ({ request }) => void spoken.push(request.headers.get("accept-language"))),
  );
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("button", { name: "Langue" }));
  const offered = (await screen.findAllByRole("menuitemradio")).map(({ textContent }) => textContent);
  expect(offered).toEqual(["Français", "English"]);
  await userEvent.click(screen.getByRole("menuitemradio", { name: "English" }));
  expect(await screen.findByRole("heading", { name: "Orders" })).toBeVisible();
  await waitFor(() => expect(saved).toEqual([{ locale: "en" }]));
  expect(document.documentElement.lang).toBe("en");
  await waitFor(() => expect(spoken.at(-1)).toBe("en"));
  expect(spoken[0]).toBe("fr");
});

test("signing out leads to the sign-in page", async () => {
  signIn(person());
  server.use(http.delete(api("/auth/session"), () => new HttpResponse(null, { status: 204 })));
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("button", { name: /Votre compte/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Se déconnecter" }));
  expect(await screen.findByRole("heading", { name: "Connexion" })).toBeVisible();
});

test("a bug cannot be reported while Sentry is off, and it says so", async () => {
  signIn(person());
  render(<Portal at="/admin" />);
  await userEvent.click(await screen.findByRole("button", { name: "Signaler un problème" }));
  expect(await screen.findByText("Sentry n’est pas activé")).toBeVisible();
});

test("? shows the keys", async () => {
  signIn(person());
  render(<Portal at="/admin/order" />);
  await navigation();
  await userEvent.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Raccourcis clavier" })).toBeVisible();
});
