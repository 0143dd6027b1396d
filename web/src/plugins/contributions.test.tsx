import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { orderRow, Portal, pageOf, pluginOf, signIn } from "../testing/Portal";

const COLUMN = {
  entity: "order",
  key: "priority",
  label: { fr: "Priorité", en: "Priority" },
  kind: "badge",
  values: { haute: { fr: "Très haute", en: "Very high" } },
  shown: false,
};
const ACTION = {
  name: "hold",
  entity: "order",
  label: { fr: "Suspendre chez Acme", en: "Hold at Acme" },
  confirm: { fr: "Acme n’expédie pas la commande.", en: "Acme does not ship it." },
  bulk: true,
  destructive: false,
};
const acme = (change: Parameters<typeof pluginOf>[0] = {}) =>
  pluginOf({ columns: [COLUMN], actions: [ACTION], ...change });

const ORDERS = [
  orderRow({ id: "order-1", reference: "#1", provider: "acme", extra: { acme: { priority: "haute" } } }),
  orderRow({ id: "order-2", reference: "#2", provider: "bigblue" }),
];

const CLOSE = { ...ACTION, entity: "ticket", confirm: { fr: "Acme clôt le ticket.", en: "Acme closes it." } };
const TICKET = {
  tags: ["aube"],
  channel: "email",
  url: "https://aube.desk.example/987",
  agentMessages: 4,
  messages: 7,
  invoicedMessagesCount: 3,
  invoicedAmount: "7.80",
  openedAt: "2026-01-10T09:00:00Z",
  closedAt: "2026-01-12T09:00:00Z",
  updatedAt: "2026-01-12T09:00:00Z",
  extra: {},
};
const ticketRow = (change: Partial<Schemas["TicketRow"]>): Schemas["TicketRow"] => ({
  ...{ id: "ticket-1", provider: "acme", providerId: "1", subject: "#1", status: "OPEN", providerStatus: "" },
  ...{ store: { id: "store-1", name: "Maison Aube" }, customerName: "", customerEmail: "", assignee: "" },
  ...TICKET,
  ...change,
});
const TICKETS = [ticketRow({}), ticketRow({ id: "ticket-2", subject: "#2", provider: "gorgias" })];

/** What the host answers to the action, and what it was asked. */
function answersAction(answer: object) {
  const asked: unknown[] = [];
  server.use(
    http.post(api("/plugins/acme/actions/hold"), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: answer });
    }),
  );
  return asked;
}

beforeEach(() => {
  signIn(person());
  server.use(
    answers("/plugins", [acme({ actions: [ACTION, CLOSE] })]),
    pageOf("/order", ORDERS),
    pageOf("/ticket", TICKETS),
  );
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function select(reference: string) {
  const link = await screen.findByRole("link", { name: reference });
  await userEvent.click(within(link.closest("tr") as HTMLElement).getByRole("checkbox"));
}

test("a plugin's column is out of sight until somebody chooses it", async () => {
  render(<Portal at="/admin/order" />);
  await screen.findByRole("link", { name: "#1" });
  expect(screen.queryByRole("columnheader", { name: "Priorité" })).toBeNull();
  await press("Colonnes");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Priorité" }));
  expect(screen.getByRole("columnheader", { name: "Priorité" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "Très haute" })).toBeVisible();
});

test("a column that its plugin shows is there at once", async () => {
  server.use(answers("/plugins", [acme({ columns: [{ ...COLUMN, shown: true }] })]));
  render(<Portal at="/admin/order" />);
  expect(await screen.findByRole("columnheader", { name: "Priorité" })).toBeVisible();
});

test("an action asks first, is done with the selected rows, and says what became of it", async () => {
  const asked = answersAction({ done: 1, skipped: 1, failed: [] });
  render(<Portal at="/admin/ticket" />);
  await select("#1");
  await select("#2");
  await press("Suspendre chez Acme");
  const dialog = within(await screen.findByRole("dialog", { name: /2 éléments/ }));
  expect(dialog.getByText(CLOSE.confirm.fr)).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Suspendre chez Acme" }));
  expect(await screen.findByText(/C’est fait.*n’est pas relié à Acme/)).toBeVisible();
  expect(asked).toEqual([{ ids: ["ticket-1", "ticket-2"] }]);
});

test("the menu of a row does it with that row alone, and stands only where a plugin brought the row", async () => {
  const asked = answersAction({ done: 1, skipped: 0, failed: [] });
  render(<Portal at="/admin/order" />);
  const menu = await screen.findByRole("button", { name: "Actions sur la commande #1" });
  expect(screen.queryByRole("button", { name: "Actions sur la commande #2" })).toBeNull();
  menu.focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Suspendre chez Acme" });
  await userEvent.keyboard("{ArrowDown}{Enter}");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Suspendre chez Acme" }));
  expect(await screen.findByText(/C’est fait/)).toBeVisible();
  expect(asked).toEqual([{ ids: ["order-1"] }]);
  expect(screen.getByRole("heading", { name: "Commandes" })).toBeVisible();
});

test("what a plugin refuses is told in its words", async () => {
  answersAction({ done: 0, skipped: 0, failed: [{ id: "ticket-1", message: "it is on its way" }] });
  render(<Portal at="/admin/ticket" />);
  await select("#1");
  await press("Suspendre chez Acme");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Suspendre chez Acme" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("it is on its way");
});

test("rows that no plugin brought offer no action", async () => {
  render(<Portal at="/admin/order" />);
  await select("#2");
  expect(await screen.findByRole("button", { name: /Copier/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Suspendre chez Acme" })).toBeNull();
});

test("plugins that cannot be told of leave the list as it is", async () => {
  server.use(refuses("/plugins", 500, "UnknowException"));
  render(<Portal at="/admin/order" />);
  expect(await screen.findByRole("link", { name: "#1" })).toBeVisible();
});
