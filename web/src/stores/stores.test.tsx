import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import {
  activity,
  customer,
  jobOf,
  organizationRow,
  Portal,
  pageOf,
  pluginOf,
  shippingSettings,
  signIn,
  storeOf,
  storeRow,
} from "../testing/Portal";

const AT = "2026-01-15T09:00:00Z";

beforeEach(() => {
  signIn(person());
  server.use(
    answers("/view", []),
    answers("/connector/type", []),
    answers("/store/store-1", storeOf()),
    answers("/store/store-1/connector", []),
    answers("/store/store-1/setup", { dismissedAt: AT, connections: [], people: 1 }),
    answers("/store/store-1/shipping/settings", shippingSettings),
    pageOf("/store/store-1/phonographic", []),
    answers("/history", []),
    pageOf("/store", [storeRow(), storeRow({ id: "store-2", name: "Brume", connectors: [] })]),
    pageOf("/organization", [organizationRow("org-1", "Port SAS"), organizationRow("org-2", "Quai SARL")]),
  );
});

/** Keeps what is sent to a call that answers with a store. */
function hears(method: "post" | "put" | "delete", path: string, answer: () => Response) {
  const heard: { body: unknown; headers: Headers }[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      const body: unknown = await request.json().catch(() => null);
      heard.push({ body, headers: request.headers });
      return answer();
    }),
  );
  return heard;
}
const reply = (data: unknown, status = 200) => HttpResponse.json({ data }, { status });
const nothing = () => new HttpResponse(null, { status: 204 });
const refused = (code: number, name: string, message: string, payload?: unknown) =>
  HttpResponse.json({ error: { name, code, message, payload, requestId: "r" } }, { status: code });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const select = async (name: string) =>
  userEvent.click(await screen.findByRole("checkbox", { name: `Sélectionner la boutique ${name}` }));
const field = (name: RegExp) => screen.findByRole("textbox", { name });

async function retype(name: RegExp, text: string) {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), text);
}

/** Chooses one of the actions of the store's page. */
async function act(name: string) {
  await press("Autres actions");
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

test("the list tells whose each store is and to whom it is connected", async () => {
  server.use(answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue" })]));
  render(<Portal at="/admin/store" />);
  const row = within((await screen.findByRole("link", { name: "Maison Aube" })).closest("tr") as HTMLElement);
  expect(row.getByRole("link", { name: "Port SAS" })).toHaveAttribute("href", "/admin/organization/org-1");
  expect(await row.findByText("Bigblue")).toBeVisible();
  expect(row.getByText("Active")).toBeVisible();
  expect(screen.getByRole("link", { name: "Créer une boutique" })).toBeVisible();
});

test("webhooks are registered for the selected stores and followed in the activity", async () => {
  const job = jobOf({ name: "stores.webhooks" });
  const heard = hears("post", "/store/webhooks/enqueue", () => reply({ jobs: [job] }, 202));
  server.use(answers("/job/job-1", job));
  render(<Portal at="/admin/store" />);
  await select("Maison Aube");
  await press("Enregistrer les webhooks");
  expect(await activity()).toBeVisible();
  expect(heard[0]?.body).toEqual({ type: "REGISTER", ids: ["store-1"] });
});

test("the activity says how many webhooks were registered", async () => {
  const job = jobOf({ name: "stores.webhooks", consumer: "shopify" });
  const ended = {
    ...job,
    status: "COMPLETED" as const,
    result: { topics: ["orders/create", "orders/updated"] },
  };
  hears("post", "/store/webhooks/enqueue", () => reply({ jobs: [job] }, 202));
  server.use(answers("/job/job-1", ended));
  render(<Portal at="/admin/store" />);
  await select("Maison Aube");
  await press("Enregistrer les webhooks");
  expect(await screen.findByText("Terminée · 2 webhooks enregistrés")).toBeVisible();
  expect(within(await activity()).getByText("2 webhooks enregistrés")).toBeVisible();
});

test("purging asks first, and says when no store has a shop", async () => {
  const heard = hears("post", "/store/webhooks/enqueue", () => reply({ jobs: [] }, 202));
  render(<Portal at="/admin/store" />);
  await select("Brume");
  await press("Purger les webhooks");
  const dialog = within(await screen.findByRole("dialog"));
  expect(heard).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Purger les webhooks" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Aucune de ces boutiques n’est connectée");
  expect(heard[0]?.body).toEqual({ type: "PURGE", ids: ["store-2"] });
});

test("selected stores are archived, and taken back", async () => {
  const calls: string[] = [];
  server.use(
    http.post(api("/store/:id/:act"), ({ params }) => {
      calls.push(`${params.act} ${params.id}`);
      return reply(storeOf());
    }),
  );
  const old = storeRow({ id: "store-3", name: "Crique", archivedAt: AT });
  server.use(pageOf("/store", [storeRow(), storeRow({ id: "store-2", name: "Brume", connectors: [] }), old]));
  render(<Portal at="/admin/store" />);
  await select("Maison Aube");
  await select("Brume");
  await select("Crique");
  await press("Archiver");
  expect(await screen.findByText("2 boutiques archivées")).toBeVisible();
  await press("Annuler l’action");
  await waitFor(() =>
    expect(calls).toEqual(["archive store-1", "archive store-2", "restore store-1", "restore store-2"]),
  );
});

test("a store is made with its shares, and shown", async () => {
  const heard = hears("post", "/store", () => reply(storeOf(), 201));
  server.use(http.get(api("/organization/org-1"), () => reply(organizationRow("org-1", "Port SAS"))));
  render(<Portal at="/admin/store/create" />);
  expect(await field(/Nom/)).toHaveFocus();
  await userEvent.keyboard("Maison Aube");
  await userEvent.click(await screen.findByRole("combobox", { name: /Organisation/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Port SAS" }));
  await retype(/^Part/, "60");
  expect(screen.getByText(/Le total des parts est de 60/)).toBeVisible();
  await press("Créer une boutique");
  expect(await screen.findAllByText(/il doit faire 100/)).toHaveLength(2);
  expect(heard).toEqual([]);
  await retype(/^Part/, "100");
  await press("Créer une boutique");
  expect(await screen.findByRole("heading", { name: "Maison Aube" })).toBeVisible();
  expect(heard[0]?.body).toMatchObject({
    name: "Maison Aube",
    organizations: [{ organizationId: "org-1", ownershipPercentage: "100" }],
    ...{ seedingCost: "5.00", ticketCost: "2.60", returnCost: "2.60" },
    ...{ shippingMargin: "5", shippingAdditionalCost: "0.65", links: [], charges: [] },
  });
});

test("a name that is taken is told at the name, with what was read sent along", async () => {
  const heard = hears("put", "/store/store-1", () =>
    refused(409, "ConflictStoreNameException", "Ce nom est déjà pris."),
  );
  render(<Portal at="/admin/store/store-1?tab=settings" />);
  await retype(/Nom/, "Brume");
  await press("Enregistrer");
  expect(await screen.findByText("Ce nom est déjà pris.")).toBeVisible();
  expect(await field(/Nom/)).toBeInvalid();
  expect(heard[0]?.headers.get("If-Match")).toBe("2026-01-16T09:00:00Z");
});

test("what somebody else changed meanwhile is read again on wish", async () => {
  const payload = { by: "Camille", at: new Date().toISOString() };
  hears("put", "/store/store-1", () => refused(409, "ConflictEditException", "", payload));
  render(<Portal at="/admin/store/store-1?tab=settings" />);
  await retype(/Nom/, "Brume");
  server.use(answers("/store/store-1", storeOf({ name: "Aurore", updatedAt: AT })));
  await press("Enregistrer");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Camille/)).toBeVisible();
  expect(await field(/Nom/)).toHaveValue("Brume");
  await userEvent.click(dialog.getByRole("button", { name: /Recharger/ }));
  await waitFor(async () => expect(await field(/Nom/)).toHaveValue("Aurore"));
});

test("archiving while something is typed is no conflict", async () => {
  const archived = storeOf({ archivedAt: AT, updatedAt: "2026-01-17T09:00:00Z" });
  server.use(
    http.post(api("/store/store-1/archive"), () => {
      server.use(answers("/store/store-1", archived));
      return reply(archived);
    }),
  );
  const saved = hears("put", "/store/store-1", () => reply(archived));
  render(<Portal at="/admin/store/store-1?tab=settings" />);
  await retype(/Nom/, "Brume");
  await act("Archiver");
  expect(await screen.findByText("Archivée")).toBeVisible();
  expect(await field(/Nom/)).toHaveValue("Brume");
  await press("Enregistrer");
  expect(await screen.findByText("La boutique a été enregistrée")).toBeVisible();
  expect(saved[0]?.headers.get("If-Match")).toBe(archived.updatedAt);
});

test("a store that may not be deleted says why and stays", async () => {
  hears("delete", "/store/store-1", () => refused(409, "ConflictStoreException", "Elle a des commandes."));
  render(<Portal at="/admin/store/store-1" />);
  await act("Supprimer la boutique");
  await press("Supprimer la boutique");
  expect(await screen.findByText(/Elle a des commandes\./)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Maison Aube" })).toBeVisible();
});

test("a connected store is archived, and no deletion offered that would be refused", async () => {
  render(<Portal at="/admin/store" />);
  await press("Actions sur la boutique Maison Aube");
  expect(await screen.findByRole("menuitem", { name: "Archiver" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Supprimer la boutique" })).toBeNull();
});

test("a store is deleted and brought back", async () => {
  hears("delete", "/store/store-1", nothing);
  const restored = hears("post", "/store/store-1/restore", () => reply(storeOf()));
  render(<Portal at="/admin/store/store-1" />);
  await act("Supprimer la boutique");
  await press("Supprimer la boutique");
  expect(await screen.findByRole("heading", { name: "Boutiques" })).toBeVisible();
  await press("Annuler l’action");
  await waitFor(() => expect(restored).toHaveLength(1));
});

test("a store is taken out of the archive", async () => {
  server.use(answers("/store/store-1", storeOf({ archivedAt: AT })));
  const restored = hears("post", "/store/store-1/restore", () => reply(storeOf()));
  render(<Portal at="/admin/store/store-1" />);
  expect(await screen.findByText("Archivée")).toBeVisible();
  await act("Sortir de l’archive");
  expect(await screen.findByText(/est sortie de l’archive/)).toBeVisible();
  expect(restored).toHaveLength(1);
});

test("customers look at their store without what it is to us", async () => {
  signIn(customer({ permissions: ["READ_STORE"] }));
  server.use(answers("/store/store-1", storeOf({ shippingMargin: null, shippingAdditionalCost: null })));
  server.use(pageOf("/store", [storeRow()]));
  render(<Portal at="/customer/org-1/store" />);
  expect(await screen.findByRole("link", { name: "Boutiques" })).toBeVisible();
  await userEvent.click(await screen.findByRole("link", { name: "Maison Aube" }));
  expect(await screen.findByRole("heading", { name: "Maison Aube" })).toHaveFocus();
  expect(screen.getAllByText("2,60 €")).toHaveLength(2);
  expect(screen.queryByText("Marge sur les expéditions")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByText("Connecteurs")).toBeNull();
  expect(screen.getByRole("link", { name: /aube\.example/ })).toBeVisible();
});

test("the unit of a charge is told in the reader’s language", async () => {
  signIn(customer({ permissions: ["READ_STORE"], locale: "en" }));
  server.use(answers("/store/store-1", storeOf({ charges: [{ name: "Stock", price: "40", unit: "mois" }] })));
  render(<Portal at="/customer/org-1/store/store-1" />);
  const charges = within(await screen.findByRole("region", { name: "Charges" }));
  expect(charges.getByText("month")).toBeVisible();
});

test("the list tells whether webhooks are registered", async () => {
  const webhooks = { of: 2, registered: 1, failed: 0, lastEventAt: null };
  server.use(pageOf("/store", [storeRow({ webhooks })]));
  render(<Portal at="/admin/store" />);
  expect(await screen.findByText("Non enregistrés")).toBeVisible();
});

test("staff who may only read see no form and no way to connect", async () => {
  signIn(person({ permissions: ["READ_STORE", "READ_ORGANIZATION", "READ_CONNECTOR"] }));
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  expect(await screen.findByRole("heading", { name: "Logistique" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Connecter" })).toBeNull();
  expect(screen.queryByRole("tab", { name: "Réglages" })).toBeNull();
});

test("a part of a store's page is linked, and who may not see it does not", async () => {
  signIn(person({ permissions: ["READ_STORE", "READ_ORGANIZATION"] }));
  render(<Portal at="/admin/store/store-1?tab=notes" />);
  expect(await screen.findByRole("tab", { name: "Notes et historique" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  const names = screen.getAllByRole("tab").map((tab) => tab.textContent);
  expect(names).toEqual(["Vue d’ensemble", "Marges", "Notes et historique"]);
});

test("a store that does not exist is not found", async () => {
  server.use(refuses("/store/gone", 404, "NotFoundStoreException"));
  render(<Portal at="/admin/store/gone" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});
