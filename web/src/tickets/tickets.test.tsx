import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, Portal, pageOf, signIn } from "../testing/Portal";

const row: Schemas["TicketRow"] = {
  id: "ticket-1",
  provider: "gorgias",
  providerId: "987",
  store: { id: "store-1", name: "Maison Aube" },
  subject: "Où est mon colis ?",
  status: "CLOSED",
  providerStatus: "",
  customerName: "Zoé Martin",
  customerEmail: "zoe@example.test",
  assignee: "Camille",
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

const ticket: Schemas["Ticket"] = { ...row, dueMessages: 1, dueAmount: "2.6", history: [] };

const message = (id: string, change: Partial<Schemas["TicketMessage"]> = {}): Schemas["TicketMessage"] => ({
  id,
  author: "Zoé Martin",
  fromAgent: false,
  public: true,
  text: `Bonjour ${id}`,
  at: "2026-01-10T09:00:00Z",
  ...change,
});

/** A conversation of two pages. */
const conversation = http.get(api("/ticket/ticket-1/message"), ({ request }) => {
  const data = new URL(request.url).searchParams.has("cursor")
    ? { messages: [message("m3")], next: null }
    : {
        messages: [message("m1"), message("m2", { author: "Camille", fromAgent: true, public: false })],
        next: "sealed",
      };
  return HttpResponse.json({ data });
});

test("a ticket shows its facts in the list, which is asked for newest first", async () => {
  signIn(person());
  const asked: string[] = [];
  server.use(
    http.get(api("/ticket"), ({ request }) => {
      asked.push(atob(new URL(request.url).searchParams.get("cursor") ?? ""));
      const meta = { total: 1, exact: true, next: null, previous: null };
      return HttpResponse.json({ data: [row], meta });
    }),
  );
  render(<Portal at="/admin/ticket" />);
  const link = await screen.findByRole("link", { name: row.subject });
  const cells = within(link.closest("tr") as HTMLElement);
  for (const text of ["Maison Aube", "Clos", "Zoé Martin", "Camille", "4", "7,80 €", "12/01/2026"])
    expect(cells.getByText(text)).toBeVisible();
  expect(JSON.parse(asked[0] ?? "")).toMatchObject({
    orderBy: [{ field: "openedAt", direction: "desc" }],
  });
});

test("a ticket opens with its conversation, page by page, and what it costs", async () => {
  signIn(person());
  server.use(answers("/ticket/ticket-1", ticket), answers("/history", []), conversation);
  render(<Portal at="/admin/ticket/ticket-1" />);
  expect(await screen.findByRole("heading", { name: row.subject })).toBeVisible();
  const card = within(screen.getByRole("region", { name: "Conversation" }));
  expect(await card.findByText("Bonjour m1")).toBeVisible();
  expect(card.getByText("Note interne")).toBeVisible();
  expect(card.queryByText("Bonjour m3")).toBeNull();
  await userEvent.click(card.getByRole("button", { name: "Afficher la suite" }));
  expect(await card.findByText("Bonjour m3")).toBeVisible();
  const charges = within(screen.getByRole("region", { name: "Facturation" }));
  expect(charges.getByText("2,60 €")).toBeVisible();
  expect(screen.getByRole("link", { name: /Ouvrir le ticket/ })).toHaveAttribute("href", row.url);
});

test("a desk that does not answer leaves the ticket readable", async () => {
  signIn(person());
  server.use(
    answers("/ticket/ticket-1", ticket),
    answers("/history", []),
    refuses("/ticket/ticket-1/message", 503, "ConnectorException"),
  );
  render(<Portal at="/admin/ticket/ticket-1" />);
  const card = within(await screen.findByRole("region", { name: "Conversation" }));
  expect(await card.findByRole("button", { name: "Réessayer" })).toBeVisible();
  expect(screen.getByText("zoe@example.test")).toBeVisible();
});

test("either permission leads to the tickets, and customers cannot synchronize them", async () => {
  signIn(customer({ permissions: ["READ_AUDIT", "WRITE_ORDER"] }));
  server.use(pageOf("/ticket", [row]));
  render(<Portal at="/customer/org-1/ticket" />);
  expect(await screen.findByRole("link", { name: row.subject })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Synchroniser les tickets" })).toBeNull();
});

test("without either permission there are no tickets", async () => {
  signIn(customer({ permissions: ["READ_STORE"] }));
  render(<Portal at="/customer/org-1/ticket" />);
  expect(await screen.findByRole("heading", { name: /accès/i })).toBeVisible();
});

test("answers that are due are charged once it is clear what comes; of the tickets that are selected, or of all", async () => {
  signIn(person());
  let count = 2;
  const sent: unknown[] = [];
  const due = { id: "ticket-1", store: row.store, subject: row.subject, messages: 3, customerAmount: "7.8" };
  server.use(
    pageOf("/ticket", [row]),
    http.post(api("/ticket/charge"), async ({ request }) => {
      const asked = (await request.json()) as { preview: boolean };
      sent.push(asked);
      const tickets = count ? [due, { ...due, id: "ticket-2", subject: "", customerAmount: "0" }] : [];
      const data = { preview: asked.preview, count, messages: 3 * count, customerAmount: "7.8", tickets };
      if (!asked.preview) count = 0;
      return HttpResponse.json({ data });
    }),
  );
  render(<Portal at="/admin/ticket" />);
  await userEvent.click(await screen.findByRole("button", { name: "Facturer les réponses" }));
  const dialog = () => screen.findByRole("dialog", { name: "Facturer les réponses aux tickets" });
  const shown = within(await dialog());
  expect(await shown.findByRole("link", { name: "Sans objet" })).toBeVisible();
  expect(shown.getAllByText(/^7,80\s€$/)).toHaveLength(2);
  await userEvent.click(shown.getByRole("button", { name: "Facturer 2 tickets" }));
  expect(await screen.findByText(/^2 tickets ont été facturés, 7,80\s€ HT$/)).toBeVisible();
  expect(sent.slice(0, 2)).toEqual([{ preview: true }, { preview: false }]);

  await userEvent.click(await screen.findByRole("checkbox", { name: /Où est mon colis/ }));
  const bulk = within(screen.getByRole("region", { name: "Sélection" }));
  await userEvent.click(bulk.getByRole("button", { name: "Facturer les réponses" }));
  expect(await within(await dialog()).findByText("Rien à facturer")).toBeVisible();
  expect(sent.at(-1)).toEqual({ ids: ["ticket-1"], preview: true });
});

test("who may not write fees charges nothing", async () => {
  signIn(person({ permissions: ["READ_ORDER", "WRITE_ORDER"] }));
  server.use(pageOf("/ticket", [row]));
  render(<Portal at="/admin/ticket" />);
  expect(await screen.findByRole("button", { name: "Synchroniser les tickets" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Facturer les réponses" })).toBeNull();
});
