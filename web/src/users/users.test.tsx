import type { Schemas, User } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, factoryOf, organizationRow, Portal, pageOf, signIn } from "../testing/Portal";

const AT = "2026-01-15T09:00:00Z";

const row = (change: Partial<Schemas["UserRow"]> = {}): Schemas["UserRow"] => ({
  id: "user-2",
  email: "lou@port.example",
  displayName: "Lou Port",
  role: "customer",
  owner: true,
  resources: ["Port SAS"],
  lastLoginAt: AT,
  createdAt: AT,
  ...change,
});

const lou = (change: Partial<User> = {}) =>
  customer({
    id: "user-2",
    email: "lou@port.example",
    displayName: "Lou Port",
    permissions: ["READ_ORDER"],
    resources: [
      { type: "ORGANIZATION", id: "org-1", name: "Port SAS" },
      { type: "STORE", id: "store-1", name: "Maison Aube" },
    ],
    ...change,
  });

const store = (id: string, name: string, organization: string) => ({
  ...{ id, name, archivedAt: null, connectors: [], webhooks: null, createdAt: AT },
  organizations: [{ id: organization, name: organization }],
});

const STORES = [store("store-1", "Maison Aube", "org-1"), store("store-2", "Brume", "org-2")];

/** The portal at an address, with a user to look at and whatever is sent about users kept. */
function show(at: string, by: User, looked: User = lou()) {
  const sent: { call: string; edition: string | null; body: Record<string, unknown> | null }[] = [];
  signIn(by);
  server.use(
    answers("/view", []),
    answers("/history", []),
    pageOf("/user", [row()]),
    pageOf("/store", STORES),
    pageOf("/organization", [organizationRow("org-1", "Port SAS"), organizationRow("org-2", "Brume SARL")]),
    pageOf("/factories", [factoryOf()]),
    answers(`/user/${looked.id}`, looked),
    answers("/user/current", by),
    http.all(api("/user*"), async ({ request }) => {
      const { method, headers } = request;
      if (method === "GET") return;
      const text = await request.text();
      const body = text ? JSON.parse(text) : null;
      const call = `${method} ${new URL(request.url).pathname.replace("/api", "")}`;
      sent.push({ call, edition: headers.get("if-match"), body });
      if (method === "DELETE") return new HttpResponse(null, { status: 204 });
      return HttpResponse.json({ data: { ...looked, ...body, updatedAt: "2026-02-01T09:00:00Z" } });
    }),
    http.all(api("/user/:id/restore"), async ({ request }) => {
      sent.push({
        call: `POST ${new URL(request.url).pathname.replace("/api", "")}`,
        edition: null,
        body: null,
      });
      return HttpResponse.json({ data: looked });
    }),
  );
  render(<Portal at={at} />);
  return sent;
}

const box = (name: string) => screen.findByRole("checkbox", { name });
const click = async (role: string, name: string | RegExp) =>
  userEvent.click(await screen.findByRole(role, { name }));
const choose = async (field: string, option: string) => {
  await userEvent.click(await screen.findByRole("combobox", { name: new RegExp(`^${field}`) }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};

test("the list tells who they are, and staff see roles", async () => {
  show("/admin/user", person());
  const line = (await screen.findByRole("link", { name: "Lou Port" })).closest("tr") as HTMLElement;
  expect(within(line).getByText("lou@port.example")).toBeVisible();
  expect(within(line).getByText("Client")).toBeVisible();
  expect(within(line).getByText("Propriétaire")).toBeVisible();
  expect(within(line).getByText("Port SAS")).toBeVisible();
});

test("customers see no roles, and who may not write is offered nothing to create", async () => {
  show("/customer/org-1/user", customer({ permissions: ["READ_USER"] }));
  await screen.findByRole("link", { name: "Lou Port" });
  expect(screen.queryByRole("columnheader", { name: /Rôle/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "Créer un utilisateur" })).toBeNull();
});

test("staff create a customer with an organization, its store and permissions", async () => {
  const sent = show("/admin/user", person());
  await click("link", "Créer un utilisateur");
  expect(await screen.findByRole("textbox", { name: /Adresse e-mail/ })).toHaveFocus();
  await userEvent.keyboard("new@port.example");
  await userEvent.type(screen.getByRole("textbox", { name: /Nom affiché/ }), "Noé");
  await choose("Organisations", "Port SAS");
  await choose("Boutiques", "Maison Aube");
  expect(screen.queryByRole("option", { name: "Brume" })).toBeNull();
  await userEvent.click(await box("Consulter les commandes"));
  await click("button", "Créer un utilisateur");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    call: "POST /user",
    body: {
      email: "new@port.example",
      displayName: "Noé",
      role: "customer",
      organizations: ["org-1"],
      stores: ["store-1"],
      factories: [],
      permissions: ["READ_ORDER"],
    },
  });
  expect(await screen.findByRole("heading", { name: "Lou Port" })).toBeVisible();
});

test("somebody invited from a store’s page sees that store, of its organization", async () => {
  const sent = show("/admin/user/create?organization=org-1&store=store-1", person());
  server.use(
    http.get(api("/organization/org-1"), () =>
      HttpResponse.json({ data: organizationRow("org-1", "Port SAS") }),
    ),
  );
  await userEvent.type(await screen.findByRole("textbox", { name: /Adresse e-mail/ }), "new@port.example");
  await userEvent.type(screen.getByRole("textbox", { name: /Nom affiché/ }), "Noé");
  expect(await screen.findByText("Port SAS")).toBeVisible();
  expect(await screen.findByText("Maison Aube")).toBeVisible();
  await userEvent.click(await box("Consulter les commandes"));
  await click("button", "Créer un utilisateur");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ organizations: ["org-1"], stores: ["store-1"] });
});

test("another role starts links and permissions anew", async () => {
  const sent = show("/admin/user/create", person());
  await userEvent.type(await screen.findByRole("textbox", { name: /Adresse e-mail/ }), "f@atelier.example");
  await userEvent.type(screen.getByRole("textbox", { name: /Nom affiché/ }), "Fatma");
  await choose("Organisations", "Port SAS");
  await userEvent.click(await box("Consulter les commandes"));
  await choose("Rôle", "Atelier");
  expect(screen.queryByRole("checkbox", { name: "Consulter les commandes" })).toBeNull();
  await choose("Langue", "Türkçe");
  await choose("Ateliers", "Atelier Bursa");
  await userEvent.click(await box("Consulter les projets"));
  await click("button", "Créer un utilisateur");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    role: "factory",
    organizations: [],
    factories: ["factory-1"],
    permissions: ["READ_PROJECT"],
    locale: "tr",
  });
});

test("only people of factories have the portal in their languages", async () => {
  show("/admin/user/create", person());
  await choose("Rôle", "Atelier");
  await choose("Langue", "Português");
  await choose("Rôle", "Client");
  const language = screen.getByRole("combobox", { name: /^Langue/ });
  expect(language).toHaveValue("Français");
  await userEvent.click(language);
  const offered = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(offered).toEqual(["Français", "English"]);
});

test("a store goes when its organization does", async () => {
  show("/admin/user/create", person());
  await choose("Organisations", "Port SAS");
  await choose("Boutiques", "Maison Aube");
  const stores = screen.getByRole("combobox", { name: /^Boutiques/ });
  await userEvent.type(screen.getByRole("combobox", { name: /^Organisations/ }), "{Backspace}");
  await userEvent.click(stores);
  expect(screen.queryByText("Maison Aube")).toBeNull();
  expect(screen.getByText("Choisissez d’abord une organisation.")).toBeVisible();
});

test("customers create people of the organization they are in, with what they hold themselves", async () => {
  const by = customer({ permissions: ["READ_USER", "WRITE_USER", "READ_STORE"] });
  const sent = show("/customer/org-1/user/create", by);
  await userEvent.type(await screen.findByRole("textbox", { name: /Adresse e-mail/ }), "new@port.example");
  await userEvent.type(screen.getByRole("textbox", { name: /Nom affiché/ }), "Noé");
  expect(screen.queryByRole("combobox", { name: /Organisations|Rôle/ })).toBeNull();
  expect(screen.queryByRole("switch", { name: "Propriétaire" })).toBeNull();
  await choose("Boutiques", "Maison Aube");
  const orders = await box("Consulter les commandes");
  expect(orders).toHaveAttribute("aria-disabled", "true");
  expect(orders).toHaveAccessibleDescription("Vous ne détenez pas cette autorisation");
  await userEvent.click(orders);
  // Everything that is theirs to give.
  await userEvent.click(await box("Tout"));
  await click("button", "Créer un utilisateur");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    role: "customer",
    organizations: ["org-1"],
    stores: ["store-1"],
    permissions: ["READ_STORE", "READ_USER", "WRITE_USER"],
  });
  expect(sent[0]?.body).not.toHaveProperty("owner");
});

test("staff who may read organizations and not stores choose among those of the organization", async () => {
  server.use(
    http.get(api("/organization/org-1"), () =>
      HttpResponse.json({
        data: { id: "org-1", name: "Port SAS", stores: [{ id: "store-9", name: "Quai Nord" }] },
      }),
    ),
  );
  const permissions = ["READ_USER", "WRITE_USER", "READ_ORGANIZATION"] as const;
  const sent = show("/admin/user/create", person({ permissions: [...permissions] }));
  await userEvent.type(await screen.findByRole("textbox", { name: /Adresse e-mail/ }), "new@port.example");
  await userEvent.type(screen.getByRole("textbox", { name: /Nom affiché/ }), "Noé");
  await choose("Rôle", "Client");
  await choose("Organisations", "Port SAS");
  await choose("Boutiques", "Quai Nord");
  await click("button", "Créer un utilisateur");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ role: "customer", organizations: ["org-1"], stores: ["store-9"] });
});

test("a box for several is in between while some are ticked", async () => {
  show("/admin/user/user-2", person());
  const orders = await box("Commandes");
  expect(orders).toBePartiallyChecked();
  await userEvent.click(orders);
  expect(orders).toBeChecked();
  expect(await box("Modifier les commandes")).toBeChecked();
  expect(screen.queryByRole("checkbox", { name: "Modifier les boutiques" })).toBeNull();
  await userEvent.click(orders);
  expect(orders).not.toBeChecked();
  expect(orders).not.toBePartiallyChecked();
});

test("a change is saved on what was read; role and organizations are fixed", async () => {
  const sent = show("/admin/user/user-2", person());
  const name = await screen.findByRole("textbox", { name: /Nom affiché/ });
  expect(screen.queryByRole("combobox", { name: /Organisations|Rôle/ })).toBeNull();
  expect(screen.getByText("Port SAS")).toBeVisible();
  await userEvent.type(name, "e");
  await userEvent.click(await box("Consulter les factures"));
  await click("button", "Enregistrer");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    call: "PUT /user/user-2",
    edition: lou().updatedAt,
    body: { displayName: "Lou Porte", permissions: ["READ_INVOICE", "READ_ORDER"], stores: ["store-1"] },
  });
  expect(sent[0]?.body).not.toHaveProperty("organizations");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull());
});

test("who never signed in is sent the invitation again", async () => {
  const sent = show("/admin/user/user-2", person(), lou({ lastLoginAt: null }));
  await click("button", "Renvoyer l’invitation");
  await waitFor(() => expect(sent).toMatchObject([{ call: "POST /user/user-2/invitation" }]));
  expect(await screen.findByText("L’invitation repart à lou@port.example")).toBeVisible();
});

test("to who has signed in no invitation is sent again", async () => {
  show("/admin/user/user-2", person(), lou({ lastLoginAt: AT }));
  await screen.findByRole("button", { name: "Supprimer l’utilisateur" });
  expect(screen.queryByRole("button", { name: "Renvoyer l’invitation" })).toBeNull();
});

test("who was slower is told who was faster", async () => {
  show("/admin/user/user-2", person());
  const error = {
    name: "ConflictEditException",
    code: 409,
    message: "Modifié",
    payload: { by: "Camille", at: AT },
  };
  server.use(http.put(api("/user/user-2"), () => HttpResponse.json({ error }, { status: 409 })));
  await userEvent.type(await screen.findByRole("textbox", { name: /Nom affiché/ }), "e");
  await click("button", "Enregistrer");
  server.use(answers("/user/user-2", lou({ displayName: "Lou Quai", updatedAt: "2026-02-01T09:00:00Z" })));
  await click("button", "Recharger");
  await waitFor(() => expect(screen.getByRole("textbox", { name: /Nom affiché/ })).toHaveValue("Lou Quai"));
});

test("what the server refuses is told in its own words", async () => {
  show("/admin/user/user-2", person());
  const error = { name: "ForbiddenResourceException", code: 403, message: "C’est le dernier propriétaire." };
  server.use(http.put(api("/user/user-2"), () => HttpResponse.json({ error }, { status: 403 })));
  await userEvent.type(await screen.findByRole("textbox", { name: /Nom affiché/ }), "e");
  await click("button", "Enregistrer");
  expect(await screen.findByText(/C’est le dernier propriétaire\./)).toBeVisible();
});

test("a user is deleted after a question, even with something typed, and comes back", async () => {
  const sent = show("/admin/user/user-2", person());
  await userEvent.type(await screen.findByRole("textbox", { name: /Nom affiché/ }), "e");
  await click("button", "Supprimer l’utilisateur");
  const dialog = await screen.findByRole("dialog", { name: /Supprimer Lou Port/ });
  await userEvent.click(within(dialog).getByRole("button", { name: "Supprimer l’utilisateur" }));
  expect(await screen.findByRole("heading", { name: "Utilisateurs" })).toBeVisible();
  await click("button", "Annuler l’action");
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toEqual(["DELETE /user/user-2", "POST /user/user-2/restore"]),
  );
});

test("nobody deletes themselves, and the page says so", async () => {
  const by = customer({ permissions: ["READ_USER", "WRITE_USER", "READ_STORE"] });
  show(`/customer/org-1/user/${by.id}`, by, by);
  expect(await screen.findByText("Vous ne pouvez pas supprimer votre propre compte.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Supprimer l’utilisateur" })).toBeNull();
});

test("who may only read sees what the user may do, and changes nothing", async () => {
  show("/customer/org-1/user/user-2", customer({ permissions: ["READ_USER"] }));
  const granted = await box("Consulter les commandes");
  expect(granted).toBeChecked();
  await userEvent.click(granted);
  expect(granted).toBeChecked();
  expect(screen.queryByRole("textbox", { name: /Nom affiché/ })).toBeNull();
});

test("staff who may not see organizations cannot create users", async () => {
  show("/admin/user/create", person({ permissions: ["READ_USER", "WRITE_USER"] }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /Adresse e-mail/ })).toBeNull();
});

test("a user that one may not know of is not found", async () => {
  show("/admin/user/foreign", person());
  server.use(refuses("/user/foreign", 404, "NotFoundUserException"));
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});

test("a deletion that would be refused says why before", async () => {
  const by = customer({ id: "user-1", permissions: ["READ_USER", "WRITE_USER", "READ_STORE", "READ_ORDER"] });
  const sent = show("/customer/org-1/user/user-2", by, lou({ owner: true }));
  const button = await screen.findByRole("button", { name: "Supprimer l’utilisateur" });
  expect(button).toHaveAccessibleDescription(/Seul un propriétaire/);
  await userEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([]);
});
