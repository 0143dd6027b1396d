import { dayOf, type User } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { customer, Portal, pageOf, signIn, storeOf, storeRow } from "../../testing/Portal";
import type { Statement, StatementEntry } from "./api";

const entryOf = (change: Partial<StatementEntry> = {}): StatementEntry => ({
  day: "2026-02-03",
  kind: "INVOICE",
  invoice: { id: "invoice-1", number: "F-2026-0001", title: "Facture de janvier", totalAmount: "1500.00" },
  organization: { id: "org-1", name: "Port SAS" },
  amount: "1500.00",
  balance: "1734.56",
  ...change,
});

const credit = entryOf({
  day: "2026-02-10",
  kind: "CREDIT_NOTE",
  invoice: { id: "invoice-2", number: "A-2026-0001", title: "Avoir", totalAmount: "-500.00" },
  amount: "-500.00",
  balance: "1234.56",
});

const statementOf = (change: Partial<Statement> = {}): Statement => ({
  startAt: "2026-01-01",
  endAt: "2026-12-31",
  opening: "234.56",
  closing: "1234.56",
  entries: [entryOf(), credit],
  openFees: null,
  ...change,
});

const READER: Partial<User> = { permissions: ["READ_STORE", "READ_INVOICE"] };

/** Keeps the days that a statement is asked for. */
function asked(statement: Statement) {
  const periods: string[] = [];
  server.use(
    answers("/store/store-1", storeOf()),
    answers("/store/store-1/setup", { dismissedAt: "2026-01-01T00:00:00Z", connections: [], people: 1 }),
    http.get(api("/store/store-1/statement"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      periods.push(`${query.get("startAt")} ${query.get("endAt")}`);
      return HttpResponse.json({ data: statement });
    }),
  );
  return periods;
}

const AT = "/customer/org-1/store/store-1?tab=account";

test("an account says what is left to pay, and what came in between", async () => {
  signIn(customer(READER));
  const periods = asked(statementOf());
  render(<Portal at={AT} />);
  expect(await screen.findByText(/^À régler\s:\s1\s234,56\s€$/)).toBeVisible();
  expect(screen.getByText(/^À régler\s:\s234,56\s€$/)).toBeVisible();
  const year = dayOf(new Date()).slice(0, 4);
  expect(periods).toEqual([`${year}-01-01 ${year}-12-31`]);

  const moves = within(screen.getByRole("group", { name: "Mouvements du 01/01/2026 au 31/12/2026" }));
  const [, first, second] = moves.getAllByRole("row");
  expect(first).toHaveTextContent(/03\/02\/2026.*Facture.*F-2026-0001.*1\s500,00.*1\s734,56/);
  expect(second).toHaveTextContent(/10\/02\/2026.*Avoir.*-500,00.*1\s234,56/);
  expect(moves.getByRole("link", { name: "F-2026-0001" })).toHaveAttribute(
    "href",
    "/customer/org-1/invoice/invoice-1",
  );
  expect(moves.queryByRole("columnheader", { name: "Organisation" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Frais non encore facturés" })).toBeNull();
});

test("organizations are told apart where there are several, and fees wait for each", async () => {
  signIn(person());
  const organization = { id: "org-2", name: "Quai SARL" };
  const openFees = [{ organization, share: "40", count: 3, customerAmount: "90.00" }];
  const payment = entryOf({ kind: "PAYMENT", organization, amount: "-1500.00", balance: "-500.00" });
  asked(statementOf({ closing: "-500.00", entries: [entryOf(), payment], openFees }));
  render(<Portal at="/admin/store/store-1?tab=account" />);
  expect(await screen.findByText(/^En faveur de la boutique\s:\s500,00\s€$/)).toBeVisible();
  expect(screen.getByRole("columnheader", { name: "Date" })).toBeVisible();
  expect(screen.getByText("Paiement")).toBeVisible();
  const fees = screen.getByRole("region", { name: "Frais non encore facturés" });
  expect(within(fees).getAllByRole("row")[1]).toHaveTextContent(/Quai SARL40\s%390,00\s€/);
});

test("the days stand in the address, and what is too much is refused in words", async () => {
  signIn(customer(READER));
  const periods = asked(statementOf({ closing: "0.00", entries: [] }));
  const { unmount } = render(<Portal at={`${AT}&from=2025-01-01&to=2025-06-30`} />);
  expect(await screen.findByText("Soldé")).toBeVisible();
  expect(screen.getByText("Aucun mouvement sur cette période")).toBeVisible();
  expect(periods).toEqual(["2025-01-01 2025-06-30"]);
  unmount();

  server.use(
    http.get(api("/store/store-1/statement"), () => {
      const payload = [{ field: "endAt", code: "max", message: "Trop grand" }];
      const error = { name: "BadRequestSchemaException", code: 400, message: "", payload };
      return HttpResponse.json({ error }, { status: 400 });
    }),
  );
  render(<Portal at={`${AT}&from=2020-01-01&to=2025-06-30`} />);
  expect(await screen.findByText("Cette période est trop longue pour un relevé")).toBeVisible();
});

test("what is shown can be taken along as a file", async () => {
  signIn(customer(READER));
  asked(statementOf());
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  render(<Portal at={AT} />);
  await userEvent.click(await screen.findByRole("button", { name: "Télécharger en CSV" }));
  const lines = (await saved[0]?.text())?.split("\r\n");
  expect(lines?.[1]).toBe("01/01/2026;Solde au début de la période;;;;;234,56");
  expect(lines?.[2]).toBe("03/02/2026;Facture;F-2026-0001;Facture de janvier;Port SAS;1500,00;1734,56");
  expect(lines?.[4]).toBe("31/12/2026;Solde à la fin de la période;;;;;1234,56");
});

test("invoices lead to the account of one's store", async () => {
  signIn(customer(READER));
  server.use(pageOf("/invoice", []));
  const { unmount } = render(<Portal at="/customer/org-1/invoice" />);
  expect(await screen.findByRole("link", { name: "Relevé de compte" })).toHaveAttribute("href", AT);
  unmount();

  server.use(pageOf("/store", [storeRow(), storeRow({ id: "store-2", name: "Brume" })]));
  render(<Portal at="/customer/org-1/invoice" />);
  await userEvent.click(await screen.findByRole("button", { name: /^Relevé de compte/ }));
  expect(await screen.findByRole("menuitem", { name: "Brume" })).toBeVisible();
});

test("who may not read invoices sees no account", async () => {
  signIn(customer({ permissions: ["READ_STORE"] }));
  server.use(
    answers("/store/store-1", storeOf()),
    answers("/store/store-1/setup", { dismissedAt: "2026-01-01T00:00:00Z", connections: [], people: 1 }),
  );
  render(<Portal at={AT} />);
  expect(await screen.findByRole("heading", { level: 1, name: "Maison Aube" })).toBeVisible();
  expect(screen.queryByRole("tab", { name: "Compte" })).toBeNull();
});

test("a statement that does not come is asked for again", async () => {
  signIn(customer(READER));
  server.use(answers("/store/store-1", storeOf()), refuses("/store/store-1/statement", 500, "InternalError"));
  render(<Portal at={AT} />);
  const again = await screen.findByRole("button", { name: "Réessayer" });
  asked(statementOf());
  await userEvent.click(again);
  expect(await screen.findByText(/^À régler\s:\s1\s234,56\s€$/)).toBeVisible();
});
