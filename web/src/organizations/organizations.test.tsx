import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, pageOf, signIn } from "../testing/Portal";

const CONTRACT: Schemas["File"] = {
  id: "file-1",
  name: "contrat-port.pdf",
  size: 125_000,
  mediaType: "application/pdf",
  path: "uploads/user-1/contrat-port.pdf",
  author: "Ada",
  createdAt: "2026-02-01T09:00:00Z",
};

const organization = (change: Partial<Schemas["Organization"]> = {}): Schemas["Organization"] => ({
  id: "org-1",
  name: "Port SAS",
  identifierNumber: "55210055400013",
  taxNumber: "FR12552100554",
  address: null,
  contract: null,
  stores: [{ id: "store-1", name: "Maison Aube", ownershipPercentage: "62.5" }],
  people: null,
  archivedAt: null,
  createdAt: "2026-01-05T09:00:00Z",
  updatedAt: "2026-01-06T09:00:00Z",
  ...change,
});

const row = (change: Partial<Schemas["OrganizationRow"]> = {}): Schemas["OrganizationRow"] => ({
  id: "org-1",
  name: "Port SAS",
  identifierNumber: "55210055400013",
  taxNumber: "FR12552100554",
  city: "Marseille",
  storeCount: 2,
  archivedAt: null,
  createdAt: "2026-01-05T09:00:00Z",
  ...change,
});

const company = (change: Partial<Schemas["Company"]> = {}): Schemas["Company"] => ({
  id: "552100554",
  identifierNumber: "55210055400013",
  name: "Port SAS",
  taxNumber: "FR12552100554",
  active: true,
  address: {
    company: "",
    firstName: "",
    lastName: "",
    address1: "1 quai du Port",
    address2: "",
    extra: "",
    zip: "13002",
    city: "Marseille",
    countryCode: "FR",
    phone: "",
  },
  ...change,
});

/** Signs in somebody of the staff, and foresees what every page of an organization asks for. */
function begin(found = organization(), user = person()) {
  signIn(user);
  server.use(
    answers("/view", []),
    pageOf("/organization", [row()]),
    answers("/organization/org-1", found),
    answers("/history", []),
  );
}

/** Bodies and editions of the changes sent to a path. */
function changes(method: "post" | "put", path: string, answer: unknown) {
  const sent: { body: unknown; edition: string | null }[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      sent.push({ body: await request.json(), edition: request.headers.get("if-match") });
      return HttpResponse.json({ data: answer });
    }),
  );
  return sent;
}

const field = (name: string | RegExp) => screen.getByRole("textbox", { name });

test("organizations show their facts in the list, archived ones their mark", async () => {
  begin();
  const old = row({ id: "org-2", name: "Brume", archivedAt: "2026-02-01T09:00:00Z" });
  server.use(pageOf("/organization", [row(), old]));
  render(<Portal at="/admin/organization" />);
  const shown = (await screen.findByRole("link", { name: "Port SAS" })).closest("tr") as HTMLElement;
  expect(within(shown).getByText("Marseille")).toBeVisible();
  expect(within(shown).getByText("FR12552100554")).toBeVisible();
  expect(within(shown).queryByText("Archivée")).toBeNull();
  const archived = screen.getByRole("link", { name: "Brume" }).closest("tr") as HTMLElement;
  expect(within(archived).getByText("Archivée")).toBeVisible();
  expect(screen.getByRole("link", { name: "Créer une organisation" })).toBeVisible();
});

test("nobody without the permission to write is offered to create", async () => {
  begin(organization(), person({ permissions: ["READ_ORGANIZATION"] }));
  render(<Portal at="/admin/organization" />);
  await screen.findByRole("link", { name: "Port SAS" });
  expect(screen.queryByRole("link", { name: "Créer une organisation" })).toBeNull();
});

test("a company of the register fills in the fields, and the organization opens once it is made", async () => {
  begin();
  server.use(
    answers("/organization/search", [company(), company({ id: "1", name: "Port B", active: false })]),
  );
  const sent = changes("post", "/organization", organization());
  render(<Portal at="/admin/organization/create" />);
  const search = await screen.findByRole("combobox", { name: "Rechercher une entreprise" });
  expect(search).toHaveFocus();
  await userEvent.type(search, "port");
  expect(await screen.findByRole("option", { name: /Port B.*fermée/ })).toBeVisible();
  await userEvent.click(screen.getByRole("option", { name: /Port SAS.*Marseille/ }));
  expect(field(/^Nom/)).toHaveValue("Port SAS");
  expect(field("Numéro de TVA")).toHaveValue("FR12552100554");
  expect(field(/Ville/)).toHaveValue("Marseille");
  await userEvent.click(screen.getByRole("button", { name: "Créer une organisation" }));
  expect(await screen.findByRole("heading", { name: "Port SAS" })).toBeVisible();
  expect(sent[0]?.body).toMatchObject({
    name: "Port SAS",
    identifierNumber: "55210055400013",
    address: { address1: "1 quai du Port", countryCode: "FR" },
  });
});

test("while the register is silent everything is typed by hand; an address may be left out", async () => {
  begin();
  server.use(refuses("/organization/search", 503, "RegistryUnavailableException"));
  const sent = changes("post", "/organization", organization());
  render(<Portal at="/admin/organization/create" />);
  await userEvent.type(await screen.findByRole("combobox", { name: "Rechercher une entreprise" }), "port");
  expect((await screen.findAllByText(/Remplissez les champs ci-dessous à la main/))[0]).toBeVisible();
  await userEvent.type(field(/^Nom/), "Port SAS");
  await userEvent.type(field(/Numéro d’identification/), "55210055400013");
  await userEvent.click(screen.getByRole("button", { name: "Créer une organisation" }));
  expect(await screen.findByRole("heading", { name: "Port SAS" })).toBeVisible();
  expect(sent).toEqual([
    {
      body: { name: "Port SAS", identifierNumber: "55210055400013", taxNumber: "", address: null },
      edition: null,
    },
  ]);
});

test("a begun address has to be whole", async () => {
  begin();
  render(<Portal at="/admin/organization/create" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Nom/ }), "Port SAS");
  await userEvent.type(field(/Numéro d’identification/), "552100554");
  await userEvent.type(field(/Ville/), "Marseille");
  await userEvent.click(screen.getByRole("button", { name: "Créer une organisation" }));
  expect(field(/Code postal/)).toBeInvalid();
  await userEvent.clear(field(/Ville/));
  expect(field(/Code postal/)).toBeValid();
});

test("a change says which state it was made of; another's meanwhile is told and loaded on request", async () => {
  begin();
  const editions: (string | null)[] = [];
  server.use(
    http.put(api("/organization/org-1"), ({ request }) => {
      editions.push(request.headers.get("if-match"));
      const payload = { by: "Grace", at: new Date(Date.now() - 300_000).toISOString() };
      const error = { name: "ConflictEditException", code: 409, message: "", payload };
      return HttpResponse.json({ error }, { status: 409 });
    }),
  );
  render(<Portal at="/admin/organization/org-1" />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Nom/ }), " Sud");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText(/Modifié par Grace il y a 5 minutes\./)).toBeVisible();
  expect(editions).toEqual(["2026-01-06T09:00:00Z"]);

  const newer = organization({ name: "Port Nord", updatedAt: "2026-01-07T09:00:00Z" });
  server.use(answers("/organization/org-1", newer));
  await userEvent.click(screen.getByRole("button", { name: "Recharger" }));
  expect(await screen.findByDisplayValue("Port Nord")).toBeVisible();
  const sent = changes("put", "/organization/org-1", newer);
  await userEvent.type(field(/^Nom/), "!");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Modifications enregistrées")).toBeVisible();
  expect(sent).toMatchObject([{ edition: "2026-01-07T09:00:00Z", body: { name: "Port Nord!" } }]);
});

test("who may only read sees the facts and the stores", async () => {
  begin(organization(), person({ permissions: ["READ_ORGANIZATION", "READ_STORE"] }));
  render(<Portal at="/admin/organization/org-1" />);
  expect(await screen.findByText("55210055400013")).toBeVisible();
  expect(screen.getByRole("link", { name: "Maison Aube" })).toHaveAttribute("href", "/admin/store/store-1");
  expect(screen.getByText("62,5 %")).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /^Nom/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Autres actions" })).toBeNull();
});

test("who signs in for an organization stands there, with the ways to a store and a user of its own", async () => {
  const people = [{ id: "user-1", displayName: "Lou Port", email: "lou@port.example", lastLoginAt: null }];
  begin(organization({ people }), person());
  render(<Portal at="/admin/organization/org-1" />);
  expect(await screen.findByRole("link", { name: "Lou Port" })).toHaveAttribute("href", "/admin/user/user-1");
  expect(screen.getByRole("link", { name: "Créer une boutique" })).toHaveAttribute(
    "href",
    "/admin/store/create?organization=org-1",
  );
  expect(screen.getByRole("link", { name: "Créer un utilisateur" })).toHaveAttribute(
    "href",
    "/admin/user/create",
  );
});

test("an organization that is not there is not found", async () => {
  begin();
  server.use(refuses("/organization/gone", 404, "NotFoundOrganizationException"));
  render(<Portal at="/admin/organization/gone" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});

async function choose(action: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Autres actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

test("archiving is shown and can be taken back", async () => {
  begin();
  const archived = organization({ archivedAt: "2026-03-01T09:00:00Z" });
  server.use(
    http.post(api("/organization/org-1/archive"), () => {
      server.use(answers("/organization/org-1", archived));
      return HttpResponse.json({ data: archived });
    }),
    http.post(api("/organization/org-1/restore"), () => {
      server.use(answers("/organization/org-1", organization()));
      return HttpResponse.json({ data: organization() });
    }),
  );
  render(<Portal at="/admin/organization/org-1" />);
  await choose("Archiver l’organisation");
  expect(await screen.findByText("Archivée")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  await choose("Archiver l’organisation");
  expect(await screen.findByText("Archivée")).toBeVisible();
});

test("deleting asks, leads to the list and can be taken back", async () => {
  begin();
  let restored = 0;
  server.use(
    http.delete(api("/organization/org-1"), () => new HttpResponse(null, { status: 204 })),
    http.post(api("/organization/org-1/restore"), () => {
      restored += 1;
      return HttpResponse.json({ data: organization() });
    }),
  );
  render(<Portal at="/admin/organization/org-1" />);
  await choose("Supprimer l’organisation");
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer l’organisation" }));
  expect(await screen.findByRole("heading", { name: "Organisations" })).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  await expect.poll(() => restored).toBe(1);
});

test("what cannot be deleted says why and stays", async () => {
  begin();
  const error = { name: "ConflictOrganizationInUseException", code: 409, message: "Elle a des boutiques." };
  server.use(http.delete(api("/organization/org-1"), () => HttpResponse.json({ error }, { status: 409 })));
  render(<Portal at="/admin/organization/org-1" />);
  await choose("Supprimer l’organisation");
  await userEvent.click(await screen.findByRole("button", { name: "Supprimer l’organisation" }));
  expect(await screen.findByText(/Elle a des boutiques\./)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Port SAS" })).toBeVisible();
});

test("a contract is uploaded, then deleted, which can be taken back", async () => {
  begin();
  // What jsdom calls a file does not survive Node's Request: the form is looked at, not what is sent.
  const append = vi.spyOn(FormData.prototype, "append");
  server.use(
    http.post(api("/organization/org-1/contract"), () => {
      server.use(answers("/organization/org-1", organization({ contract: CONTRACT })));
      return HttpResponse.json({ data: CONTRACT }, { status: 201 });
    }),
    http.delete(api("/organization/org-1/contract"), () => {
      server.use(answers("/organization/org-1", organization()));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(api("/organization/org-1/contract/restore"), () => {
      server.use(answers("/organization/org-1", organization({ contract: CONTRACT })));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/admin/organization/org-1" />);
  const contract = within(await screen.findByRole("region", { name: "Contrat" }));
  expect(contract.getByRole("heading", { name: "Aucun contrat" })).toBeVisible();
  await contract.findByRole("button", { name: /Choisir un fichier/ });
  const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
  const pdf = new File(["%PDF-1.4"], "contrat-port.pdf", { type: "application/pdf" });
  await userEvent.upload(input, pdf);
  expect(await contract.findByText("contrat-port.pdf")).toBeVisible();
  expect(append).toHaveBeenCalledWith("file", pdf);
  append.mockRestore();

  // Its name stands there from the first byte on; what is there can be deleted.
  await userEvent.click(await contract.findByRole("button", { name: /Supprimer/ }));
  expect(await contract.findByRole("heading", { name: "Aucun contrat" })).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler l’action" }));
  expect(await contract.findByText("contrat-port.pdf")).toBeVisible();
});
