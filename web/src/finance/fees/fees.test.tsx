import type { User } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { chargeOf, customer, feeOf, orderOf, Portal, pageOf, signIn } from "../../testing/Portal";

const READER: Partial<User> = { permissions: ["READ_FEE"] };

test("staff see both amounts in the list and their sums", async () => {
  signIn(person());
  server.use(
    pageOf("/finance/fee", [feeOf(), feeOf({ id: "fee-2", type: "Stockage", customerAmount: "0.05" })]),
  );
  render(<Portal at="/admin/fee" />);
  const table = within(await screen.findByRole("group", { name: "Frais" }));
  expect(await table.findByRole("link", { name: /Préparation/ })).toHaveAttribute("href", "/admin/fee/fee-1");
  for (const text of ["Maison Aube", "31/01/2026", "12,34 €", "24,68 €", "20,05 €"])
    expect(table.getAllByText(text)[0]).toBeVisible();
});

test("customers see one amount in the list", async () => {
  signIn(customer(READER));
  server.use(pageOf("/finance/fee", [feeOf({ internalAmount: null, author: null })]));
  render(<Portal at="/customer/org-1/fee" />);
  expect(await screen.findByText("20,00 €")).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: /Coût interne/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "Créer des frais" })).toBeNull();
});

test("a fee leads to the period's charge, whose page shows the fee", async () => {
  signIn(person(READER));
  const fee = feeOf({
    cause: "CHARGE",
    causeId: "charge-1",
    causeName: "Abonnement",
    endsAt: "2026-02-27",
  });
  server.use(
    answers("/finance/fee/fee-1", fee),
    answers("/finance/fee/fee-1/attachment", []),
    answers("/finance/charge/charge-1", chargeOf()),
    answers("/history", []),
    pageOf("/finance/fee", [fee]),
  );
  render(<Portal at="/admin/fee/fee-1" />);
  const way = await screen.findByRole("link", { name: "Prestation récurrente · Abonnement" });
  expect(screen.getByText("du 31/01/2026 au 27/02/2026")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Autres actions" })).toBeNull();
  await userEvent.click(way);
  const brought = await screen.findByRole("region", { name: "Frais" });
  expect(await within(brought).findByRole("link", { name: "Préparation" })).toHaveAttribute(
    "href",
    "/admin/fee/fee-1",
  );
});

test("an order shows its fees to those who may see fees", async () => {
  server.use(answers("/order/order-1", orderOf()), answers("/history", []));
  signIn(customer({ permissions: ["READ_ORDER", "READ_FEE"] }));
  server.use(pageOf("/finance/fee", [feeOf({ cause: "SEEDING", causeId: "order-1", category: "SEEDING" })]));
  render(<Portal at="/customer/org-1/order/order-1" />);
  const brought = within(await screen.findByRole("region", { name: "Frais" }));
  expect(await brought.findByRole("link", { name: "Préparation" })).toBeVisible();
});

test("an order keeps its fees from those who may not see fees", async () => {
  signIn(customer());
  server.use(answers("/order/order-1", orderOf()), answers("/history", []));
  render(<Portal at="/customer/org-1/order/order-1" />);
  expect(await screen.findByRole("heading", { level: 1, name: /#1042/ })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Frais" })).toBeNull();
});

test("a fee is filled in whole, and what the server refuses is told at its field", async () => {
  signIn(person());
  const sent: unknown[] = [];
  server.use(
    http.post(api("/finance/fee"), async ({ request }) => {
      sent.push(await request.json());
      const payload = [{ field: "customerAmount", code: "max", message: "Au plus 99 999" }];
      const error = { name: "BadRequestSchemaException", code: 400, message: "", payload };
      return HttpResponse.json({ error }, { status: 400 });
    }),
  );
  render(<Portal at="/admin/fee/create" />);
  const send = await screen.findByRole("button", { name: "Créer des frais" });
  await userEvent.click(send);
  await waitFor(() => expect(screen.getByLabelText(/^Type/)).toHaveAccessibleDescription(/obligatoire/));
  expect(sent).toEqual([]);

  await userEvent.click(screen.getByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: /Maison Aube/ }));
  await userEvent.click(screen.getByRole("combobox", { name: /^Catégorie/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Stockage" }));
  await userEvent.type(screen.getByLabelText(/^Type/), "Palettes");
  await userEvent.type(screen.getByLabelText(/^Description/), "Entrepôt B");
  await userEvent.type(screen.getByLabelText(/^Montant HT/), "1 234,5");
  await userEvent.type(screen.getByLabelText(/^Coût interne/), "1000");
  await userEvent.click(send);
  await waitFor(() =>
    expect(screen.getByLabelText(/^Montant HT/)).toHaveAccessibleDescription(/Au plus 99 999/),
  );
  expect(sent).toEqual([
    expect.objectContaining({
      storeId: "store-1",
      category: "STORAGE",
      type: "Palettes",
      description: "Entrepôt B",
      customerAmount: "1234.50",
      internalAmount: "1000",
    }),
  ]);
});
