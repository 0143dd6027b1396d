import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { Portal, pageOf, shippingSettings, signIn, storeOf } from "../testing/Portal";
import type { ConnectorType } from "./api";

const AT = "2026-01-15T09:00:00Z";

const BIGBLUE: ConnectorType = {
  type: "bigblue",
  name: "Bigblue",
  logo: null,
  roles: ["fulfillment"],
  settings: {
    required: ["id", "apiKey"],
    properties: {
      id: {
        type: "string",
        pattern: "^[A-Z]{4}$",
        "x-order": 1,
        "x-labels": { fr: "Préfixe", en: "Prefix" },
      },
      apiKey: {
        type: "string",
        writeOnly: true,
        "x-order": 2,
        "x-labels": { fr: "Clé d’API", en: "API key" },
      },
      since: { type: "string", format: "date", "x-order": 3, "x-labels": { fr: "Depuis le", en: "Since" } },
    },
  },
};
const CUBYN: ConnectorType = {
  type: "cubyn",
  name: "Cubyn",
  logo: null,
  roles: ["fulfillment"],
  settings: {
    required: ["apiKey"],
    properties: {
      apiKey: { type: "string", writeOnly: true, "x-labels": { fr: "Clé d’API", en: "API key" } },
    },
  },
};
const CONNECTED = {
  id: "connector-1",
  role: "fulfillment",
  type: "bigblue",
  data: { id: "MUSI", since: "2026-01-05" },
  secrets: ["apiKey"],
  synchronizedAt: null,
  webhookAddress: null,
  webhooks: { registeredAt: null, topics: [], lastEventAt: null, failed: 0 },
  createdAt: AT,
};

beforeEach(() => {
  signIn(person());
  server.use(
    answers("/connector/type", [BIGBLUE]),
    answers("/store/store-1/connector", []),
    answers("/store/store-1/setup", { dismissedAt: AT, connections: [], people: 1 }),
    answers("/store/store-1/shipping/settings", shippingSettings),
    pageOf("/store/store-1/phonographic", []),
    answers("/history", []),
    answers("/store/store-1", {
      ...{ id: "store-1", name: "Maison Aube", organizations: [], links: [], charges: [] },
      ...{ seedingCost: "5", ticketCost: "2.60", ticketBasis: "MESSAGE", returnCost: "2.60" },
      ...{ shippingMargin: "5", shippingAdditionalCost: "0.65" },
      ...{ archivedAt: null, createdAt: AT, updatedAt: AT },
    }),
  );
});

const card = async (name: string) => within(await screen.findByRole("region", { name }));

async function openDialog(role = "Logistique") {
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  await userEvent.click((await card(role)).getByRole("button", { name: "Connecter" }));
  return within(await screen.findByRole("dialog"));
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

const key = (dialog: Dialog) => dialog.getByLabelText(/^Clé d’API/);
const connect = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole("button", { name: "Tester et connecter" }));

async function fill(dialog: Dialog) {
  await userEvent.type(dialog.getByRole("textbox", { name: /Préfixe/ }), "MUSI");
  await userEvent.type(key(dialog), "hush");
}

test("a connected provider is shown with its settings, never its secrets", async () => {
  server.use(answers("/store/store-1/connector", [CONNECTED]));
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  const bigblue = await card("Logistique");
  expect(bigblue.getByText("Bigblue")).toBeVisible();
  expect(bigblue.getByText("MUSI")).toBeVisible();
  expect(bigblue.getByText("05/01/2026")).toBeVisible();
  expect(bigblue.getByText("Conservé chiffré, jamais réaffiché")).toBeVisible();
  expect(bigblue.getByText("Jamais")).toBeVisible();
  expect(bigblue.queryByRole("button", { name: "Connecter" })).toBeNull();
});

test("a secret that was never entered is not said to be kept", async () => {
  server.use(answers("/store/store-1/connector", [{ ...CONNECTED, secrets: [] }]));
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  expect((await card("Logistique")).getByText("MUSI")).toBeVisible();
  expect(screen.queryByText("Conservé chiffré, jamais réaffiché")).toBeNull();
});

test("whether events come is told with what failed of them", async () => {
  const webhooks = { registeredAt: AT, topics: [], lastEventAt: AT, failed: 3 };
  const address = "https://portal.example/api/webhooks/bigblue/connector-1";
  server.use(answers("/store/store-1/connector", [{ ...CONNECTED, webhookAddress: address, webhooks }]));
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  const bigblue = await card("Logistique");
  expect(bigblue.getByText("Enregistrés")).toBeVisible();
  expect(bigblue.getByText("3 événements en échec")).toBeVisible();
});

test("of a pasted address the account is kept", async () => {
  const sent: unknown[] = [];
  const account = { type: "string", pattern: "^[a-z]+$", "x-labels": { fr: "Compte", en: "Account" } };
  const reduce = "^(?:https?://)?([a-z]+)(?:[.]acme[.]example)?(?:/.*)?$";
  server.use(
    answers("/connector/type", [
      { ...CUBYN, settings: { properties: { account: { ...account, "x-reduce": reduce } } } },
    ]),
    http.post(api("/store/store-1/connector"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: [] }, { status: 201 });
    }),
  );
  const dialog = await openDialog();
  const field = dialog.getByRole("textbox", { name: /Compte/ });
  await userEvent.click(field);
  await userEvent.paste("https://Aurore.acme.example/admin");
  await userEvent.tab();
  expect(field).toHaveValue("aurore");
  await userEvent.clear(field);
  await userEvent.paste("https://aube.acme.example/");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Cubyn est connecté")).toBeVisible();
  expect(sent).toEqual([{ role: "fulfillment", type: "cubyn", data: { account: "aube" } }]);
});

const SETUP = { dismissedAt: null, connections: [], people: 0 };
const step = async (name: string) => {
  const list = within(await screen.findByRole("region", { name: "Mise en service" }));
  const item = list.getAllByRole("listitem").find((each) => within(each).queryByText(name, { exact: false }));
  if (!item) throw new Error(`no step ${name}`);
  return within(item);
};

test("a new store is told what it lacks, one step after the other", async () => {
  server.use(answers("/store/store-1/setup", SETUP), answers("/store/store-1", storeOf()));
  render(<Portal at="/admin/store/store-1" />);
  expect((await step("Logistique")).getByRole("button", { name: "Connecter" })).toBeVisible();
  expect((await step("Boutique créée")).getByText(/fait/)).toBeInTheDocument();
  expect(
    (await step("Première synchronisation")).getByText(
      "Connectez d’abord une plateforme de vente ou un prestataire logistique.",
    ),
  ).toBeVisible();
  expect(
    (await step("Personnes du client")).getByRole("link", { name: "Inviter une personne" }),
  ).toHaveAttribute("href", "/admin/user/create?organization=org-1&store=store-1");
});

test("who brings tickets brings no orders: the step says who does", async () => {
  const support = { ...CONNECTED, role: "support", type: "desk", synchronizing: null };
  server.use(
    answers("/store/store-1/setup", { ...SETUP, connections: [support] }),
    answers("/store/store-1", storeOf()),
  );
  render(<Portal at="/admin/store/store-1" />);
  const orders = await step("Première synchronisation des commandes");
  expect(orders.getByText(/^Connectez d’abord une plateforme de vente/)).toBeVisible();
  expect(orders.queryByRole("button")).toBeNull();
});

test("whose person sees a store of several organizations is left to be chosen", async () => {
  const share = { ownershipPercentage: "50" };
  const organizations = ["org-1", "org-2"].map((id) => ({ ...share, organizationId: id, name: id }));
  server.use(answers("/store/store-1/setup", SETUP), answers("/store/store-1", storeOf({ organizations })));
  render(<Portal at="/admin/store/store-1" />);
  expect(
    (await step("Personnes du client")).getByRole("link", { name: "Inviter une personne" }),
  ).toHaveAttribute("href", "/admin/user/create");
});

test("the first synchronisation is started from there, and shows how far it is", async () => {
  const sent: unknown[] = [];
  server.use(
    answers("/store/store-1/setup", { ...SETUP, connections: [{ ...CONNECTED, synchronizing: null }] }),
    http.post(api("/order/synchronize"), async ({ request }) => {
      sent.push(await request.json());
      const synchronizing = { done: 120, total: 480, note: null };
      server.use(
        answers("/store/store-1/setup", { ...SETUP, connections: [{ ...CONNECTED, synchronizing }] }),
      );
      return HttpResponse.json({ data: { jobs: [] } }, { status: 202 });
    }),
  );
  render(<Portal at="/admin/store/store-1" />);
  await userEvent.click(
    (await step("Première synchronisation")).getByRole("button", { name: "Synchroniser" }),
  );
  expect(await (await step("Première synchronisation")).findByRole("progressbar")).toHaveValue(25);
  expect(sent).toEqual([{ connectorId: "connector-1" }]);
});

test("a first synchronisation that was refused is told in the provider's words", async () => {
  const store = { id: "store-1", name: "Maison Aube" };
  const refused = {
    ...CONNECTED,
    id: CONNECTED.id,
    name: "Bigblue",
    logo: null,
    store,
    state: "FAILING" as const,
  };
  server.use(
    answers("/store/store-1/setup", { ...SETUP, connections: [{ ...CONNECTED, synchronizing: null }] }),
    answers("/connector/health", {
      ...{ total: 1, failing: 1, late: 0 },
      connectors: [{ ...refused, problem: "the merchant is closed" }],
    }),
  );
  render(<Portal at="/admin/store/store-1" />);
  const refusal = (await step("Première synchronisation")).findByText(/Bigblue a refusé/);
  expect(await refusal).toHaveTextContent(/«\s+the merchant is closed\s+»/);
});

test("what is set up whole, or was hidden, is not told", async () => {
  const done = { ...CONNECTED, synchronizedAt: AT, synchronizing: null };
  const connections = [done, { ...done, id: "connector-2", role: "shop", type: "acme" }];
  server.use(answers("/store/store-1/setup", { dismissedAt: null, connections, people: 2 }));
  render(<Portal at="/admin/store/store-1" />);
  expect(await screen.findByRole("region", { name: "Coûts" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Mise en service" })).toBeNull();
});

test("a provider is tested and connected", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api("/store/store-1/connector"), async ({ request }) => {
      sent.push(await request.json());
      server.use(answers("/store/store-1/connector", [CONNECTED]));
      return HttpResponse.json({ data: [CONNECTED] }, { status: 201 });
    }),
  );
  const dialog = await openDialog();
  await fill(dialog);
  await connect(dialog);
  expect(await screen.findByText("Bigblue est connecté")).toBeVisible();
  expect(sent).toEqual([{ role: "fulfillment", type: "bigblue", data: { id: "MUSI", apiKey: "hush" } }]);
  expect(await (await card("Logistique")).findByText("MUSI")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what the provider refuses is told at its field, or above the form", async () => {
  const refuse = (field: string, message: string) =>
    server.use(
      http.post(api("/store/store-1/connector"), () => {
        const payload = [{ field, code: "credentials", message }];
        const error = { name: "BadRequestSchemaException", code: 400, message: "", payload };
        return HttpResponse.json({ error }, { status: 400 });
      }),
    );
  const dialog = await openDialog();
  await fill(dialog);
  refuse("data.apiKey", "Clé inconnue");
  await connect(dialog);
  expect(await dialog.findByText("Clé inconnue")).toBeVisible();
  expect(key(dialog)).toBeInvalid();
  refuse("data", "401 Unauthorized");
  await connect(dialog);
  expect(await dialog.findByRole("alert")).toHaveTextContent(
    "Le prestataire refuse ces identifiants401 Unauthorized",
  );
  expect(key(dialog)).toHaveValue("hush");
});

test("the key of a connection is replaced, which goes on", async () => {
  const sent: unknown[] = [];
  server.use(
    answers("/store/store-1/connector", [CONNECTED]),
    http.put(api("/store/store-1/connector/connector-1/secret"), async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  await userEvent.click(
    (await card("Logistique")).getByRole("button", { name: "Remplacer les identifiants" }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByLabelText(/Préfixe/)).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Tester et remplacer" }));
  expect(key(dialog)).toBeInvalid();
  await userEvent.type(key(dialog), "new hush");
  await userEvent.click(dialog.getByRole("button", { name: "Tester et remplacer" }));
  expect(await screen.findByText("Les identifiants de Bigblue sont remplacés")).toBeVisible();
  expect(sent).toEqual([{ data: { apiKey: "new hush" } }]);
});

test("of several secrets none is asked for, but one there has to be", async () => {
  const hook = {
    type: "string",
    writeOnly: true,
    "x-labels": { fr: "Secret des webhooks", en: "Webhook secret" },
  };
  const properties = { ...BIGBLUE.settings.properties, webhookSecret: hook };
  server.use(
    answers("/connector/type", [{ ...BIGBLUE, settings: { ...BIGBLUE.settings, properties } }]),
    answers("/store/store-1/connector", [CONNECTED]),
  );
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  await userEvent.click(
    (await card("Logistique")).getByRole("button", { name: "Remplacer les identifiants" }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Tester et remplacer" }));
  expect(await dialog.findByText("Saisissez au moins une valeur.")).toBeVisible();
  expect(key(dialog)).toBeInvalid();
});

test("a provider that does not answer is told, and nothing typed is lost", async () => {
  server.use(
    http.post(api("/store/store-1/connector"), () => {
      const error = { name: "PluginException", code: 503, message: "Bigblue ne répond pas" };
      return HttpResponse.json({ error }, { status: 503 });
    }),
  );
  const dialog = await openDialog();
  await fill(dialog);
  await connect(dialog);
  expect(await screen.findByText(/Bigblue ne répond pas/)).toBeVisible();
  expect(key(dialog)).toHaveValue("hush");
});

test("another provider does not get the first one's secret", async () => {
  server.use(answers("/connector/type", [BIGBLUE, CUBYN]));
  const dialog = await openDialog();
  await userEvent.type(key(dialog), "hush");
  await userEvent.click(dialog.getByRole("radio", { name: "Cubyn" }));
  await waitFor(() => expect(key(dialog)).toHaveValue(""));
  expect(dialog.queryByRole("textbox", { name: /Préfixe/ })).toBeNull();
});

test("a role that no plugin plays says where plugins are enabled", async () => {
  const dialog = await openDialog("Plateforme de vente");
  expect(dialog.getByText(/Aucune extension activée/)).toBeVisible();
  expect(dialog.getByText(/plugins\.toml/)).toBeVisible();
});

test("disconnecting happens at once and can be taken back", async () => {
  const calls: string[] = [];
  server.use(
    answers("/store/store-1/connector", [CONNECTED]),
    http.delete(api("/store/store-1/connector/connector-1"), () => {
      calls.push("disconnect");
      server.use(answers("/store/store-1/connector", []));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(api("/store/store-1/connector/connector-1/restore"), () => {
      calls.push("restore");
      server.use(answers("/store/store-1/connector", [CONNECTED]));
      return HttpResponse.json({ data: [CONNECTED] });
    }),
  );
  render(<Portal at="/admin/store/store-1?tab=connections" />);
  await userEvent.click((await card("Logistique")).getByRole("button", { name: "Déconnecter" }));
  expect(await screen.findByText("Bigblue est déconnecté")).toBeVisible();
  expect(await (await card("Logistique")).findByRole("button", { name: "Connecter" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Logistique" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Annuler l’action" }));
  expect(await (await card("Logistique")).findByText("MUSI")).toBeVisible();
  expect(calls).toEqual(["disconnect", "restore"]);
});
