import type { Schemas, User } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { invoiceOf, invoiceRow } from "../../testing/invoices";
import { customer, feeOf, Portal, pageOf, signIn } from "../../testing/Portal";

const READER: Partial<User> = { permissions: ["READ_INVOICE"] };

const own = (invoice: Schemas["Invoice"]) =>
  server.use(
    answers("/invoice/invoice-1", invoice),
    answers("/invoice/invoice-1/attachment", []),
    answers("/history", []),
  );

const toneOf = (text: RegExp) => screen.getByText(text).closest("[data-tone]")?.getAttribute("data-tone");

test("a difference that is left to a merchant is bad news to staff", async () => {
  signIn(person(READER));
  const rows = [invoiceRow({ differenceAmount: "10740.00" }), invoiceRow({ id: "invoice-2" })];
  server.use(pageOf("/invoice", rows));
  render(<Portal at="/admin/invoice" />);
  expect(await screen.findByText(/10\s740,00/)).toBeVisible();
  expect(screen.getAllByText("Port SAS")).toHaveLength(2);
  expect([toneOf(/10\s740,00/), toneOf(/-12,00/)]).toEqual(["critical", "success"]);
  // Which stores lack an invoice is for those who see stores.
  expect(screen.queryByRole("region", { name: "Factures manquantes" })).toBeNull();
});

test("it is good news to customers, who see no organization", async () => {
  signIn(customer(READER));
  const issued = { number: "F-2026-0001", companyStatus: 1 };
  const rows = [
    invoiceRow({ ...issued, differenceAmount: "10740.00" }),
    invoiceRow({ ...issued, id: "invoice-2", number: "F-2026-0002" }),
  ];
  server.use(pageOf("/invoice", rows));
  render(<Portal at="/customer/org-1/invoice" />);
  expect(await screen.findByText(/10\s740,00/)).toBeVisible();
  expect([toneOf(/10\s740,00/), toneOf(/-12,00/)]).toEqual(["success", "critical"]);
  expect(screen.queryByRole("columnheader", { name: "Organisation" })).toBeNull();
});

test("what credit notes took back whole is not late", async () => {
  signIn(person(READER));
  const issued = { number: "F-2026-0001", companyStatus: 1, deadlineAt: "2026-01-31" };
  const rows = [
    invoiceRow(issued),
    invoiceRow({ ...issued, id: "invoice-2", isCredited: true }),
    invoiceRow({ ...issued, id: "invoice-3", isCredited: true, bankStatus: 1 }),
  ];
  server.use(pageOf("/invoice", rows));
  render(<Portal at="/admin/invoice" />);
  expect(await screen.findByText("Paiement en retard")).toBeVisible();
  expect(screen.getByText("Créditée")).toBeVisible();
  expect(toneOf(/^Créditée$/)).toBe("new");
  expect(screen.getByText("Virement effectué")).toBeVisible();
});

test("five stores without an invoice are shown, and the others when asked for", async () => {
  signIn(person({ permissions: ["READ_INVOICE", "READ_STORE"] }));
  const missing = Array.from({ length: 7 }, (_, at) => ({
    store: { id: `store-${at}`, name: `Boutique ${at}` },
    organizations: [{ id: "org-1", name: "Port SAS" }],
    lastInvoiceAt: null,
    orders: 3,
  }));
  server.use(pageOf("/invoice", []), pageOf("/store", []), answers("/invoice/missing-invoice", missing));
  render(<Portal at="/admin/invoice" />);
  const section = within(await screen.findByRole("region", { name: "Factures manquantes" }));
  await waitFor(() => expect(section.getAllByRole("row")).toHaveLength(6));
  await userEvent.click(section.getByRole("button", { name: "Afficher 2 boutiques de plus" }));
  expect(section.getAllByRole("row")).toHaveLength(8);
  await userEvent.click(section.getByRole("button", { name: "Afficher moins" }));
  expect(section.getAllByRole("row")).toHaveLength(6);
});

test("a line says how it came about, and opens to its fees", async () => {
  signIn(person({ permissions: ["READ_INVOICE", "READ_FEE"] }));
  own(invoiceOf());
  const { customerAmount, cause, causeId, causeName, initiatedAt, type, description } = feeOf();
  const fee = { initiatedAt, type, description, customerAmount, cause, causeId, causeName };
  server.use(answers("/invoice/invoice-1/line/line-1/fee", [{ ...fee, id: "fee-1", amount: "12.00" }]));
  render(<Portal at="/admin/invoice/invoice-1" />);
  expect(await screen.findByText(/^2 lignes de frais = 100,00\s€, part de 60\s%$/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /Préparation/ }));
  const fees = within(await screen.findByRole("group", { name: "Frais de la ligne Préparation" }));
  expect(fees.getByRole("link", { name: "Préparation" })).toHaveAttribute("href", "/admin/fee/fee-1");
  expect(fees.getByText("12,00 €")).toBeVisible();
});

test("what keeps a draft from being issued is told, with the way to it", async () => {
  signIn(person());
  own(invoiceOf());
  server.use(
    http.post(api("/invoice/invoice-1/issue"), () => {
      const payload = ["seller.iban", "buyer.address"].map((field) => ({
        field,
        code: "required",
        message: "Obligatoire",
      }));
      const error = { name: "BadRequestSchemaException", code: 400, message: "", payload };
      return HttpResponse.json({ error }, { status: 400 });
    }),
  );
  render(<Portal at="/admin/invoice/invoice-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Émettre la facture" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Émettre la facture" }));
  expect(await dialog.findByRole("link", { name: "Entreprise" })).toHaveAttribute("href", "/admin/company");
  expect(dialog.getByRole("link", { name: "Port SAS" })).toHaveAttribute("href", "/admin/organization/org-1");
  expect(dialog.getByText(/IBAN/)).toBeVisible();
});

test("who only reads moves no status", async () => {
  signIn(person(READER));
  own(invoiceOf({ number: "F-2026-0001", companyStatus: 1 }));
  render(<Portal at="/admin/invoice/invoice-1" />);
  expect(await screen.findByRole("combobox", { name: "Réception" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Créer un avoir" })).toBeNull();
});

test("a draft’s statuses are nobody’s to move", async () => {
  signIn(person());
  own(invoiceOf());
  render(<Portal at="/admin/invoice/invoice-1" />);
  await screen.findByText(/^C’est un brouillon/);
  expect(screen.getByRole("combobox", { name: "Réception" })).toBeDisabled();
});

test("a fee on an issued invoice is locked, on a draft it is not", async () => {
  signIn(person());
  const stands = (number: string | null) =>
    feeOf({ invoices: [{ id: "invoice-1", number, organizationId: "org-1", title: "Facture Aube" }] });
  server.use(
    answers("/finance/fee/fee-1", stands("F-2026-0001")),
    answers("/finance/fee/fee-1/attachment", []),
    answers("/history", []),
  );
  const { unmount } = render(<Portal at="/admin/fee/fee-1" />);
  expect(await screen.findByText(/figurent sur la facture F-2026-0001/)).toBeVisible();
  expect(screen.getByRole("link", { name: "F-2026-0001" })).toHaveAttribute(
    "href",
    "/admin/invoice/invoice-1",
  );
  expect(screen.queryByRole("button", { name: "Autres actions" })).toBeNull();
  expect(screen.queryByLabelText(/^Montant HT/)).toBeNull();
  unmount();

  server.use(answers("/finance/fee/fee-1", stands(null)));
  render(<Portal at="/admin/fee/fee-1" />);
  expect(await screen.findByLabelText(/^Montant HT/)).toBeEnabled();
  expect(screen.getByRole("link", { name: "Brouillon" })).toBeVisible();
});
