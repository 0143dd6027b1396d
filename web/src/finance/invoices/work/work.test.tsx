import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { invoiceOf, invoiceRow } from "../../../testing/invoices";
import { customer, jobOf, Portal, pageOf, signIn } from "../../../testing/Portal";

const ISSUED = { number: "F-2026-0001", companyStatus: 1, deadlineAt: "2099-01-01" };
const LATE = { ...ISSUED, deadlineAt: "2026-01-31" };

const own = (invoice: Schemas["Invoice"]) =>
  server.use(
    answers("/invoice/invoice-1", invoice),
    answers("/invoice/invoice-1/attachment", []),
    answers("/history", []),
  );

/** A call answers with a job that ends at once, with this result; what it was asked for comes in here. */
function works(path: string, result: unknown, files: Schemas["Job"]["files"] = []) {
  const asked: unknown[] = [];
  const job = jobOf({ id: "job-9", name: "finance.invoices" });
  server.use(
    http.post(api(path), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: job }, { status: 202 });
    }),
    http.get(api("/job/job-9"), () =>
      HttpResponse.json({ data: { ...job, status: "COMPLETED", result, files } }),
    ),
  );
  return asked;
}

const letter = (kind: "SEND" | "REMIND") => ({
  to: [{ name: "Fanny", email: "fanny@port.example" }],
  subject: kind === "SEND" ? "Votre facture F-2026-0001" : "Rappel",
  text: "Bonjour Fanny,",
});

const dialogOf = async (name: RegExp) => within(await screen.findByRole("dialog", { name }));

test("an issued invoice goes out by mail, which is shown first", async () => {
  signIn(person());
  own(invoiceOf(ISSUED));
  server.use(answers("/invoice/invoice-1/letter", letter("SEND")));
  const asked = works("/invoice/work", { done: 1, refused: [] });
  render(<Portal at="/admin/invoice/invoice-1" />);
  expect(await screen.findByRole("button", { name: "Voir le PDF" })).toBeVisible();
  // Nothing is due yet.
  expect(screen.queryByRole("button", { name: "Relancer" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Envoyer par e-mail" }));
  const dialog = await dialogOf(/^Envoyer F-2026-0001 par e-mail/);
  expect(await dialog.findByText("Fanny (fanny@port.example)")).toBeVisible();
  expect(dialog.getByText("Votre facture F-2026-0001")).toBeVisible();
  expect(dialog.getByText("Bonjour Fanny,")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("Message personnel"), "À bientôt");
  await userEvent.click(dialog.getByRole("button", { name: "Envoyer l’e-mail" }));
  expect(await dialog.findByText("L’e-mail est parti")).toBeVisible();
  expect(asked).toEqual([{ action: "SEND", ids: ["invoice-1"], message: "À bientôt", again: false }]);
});

test("of a late invoice people are reminded, and nobody writes a mail that nobody would get", async () => {
  signIn(person());
  own(invoiceOf({ ...LATE, companyStatus: 2, sentAt: "2026-01-02T09:00:00Z" }));
  const refusal = {
    name: "ConflictInvoiceStatusException",
    code: 409,
    message: "Personne ne peut lire les factures.",
  };
  server.use(
    http.get(api("/invoice/invoice-1/letter"), () => HttpResponse.json({ error: refusal }, { status: 409 })),
  );
  render(<Portal at="/admin/invoice/invoice-1" />);
  expect(await screen.findByText("Paiement en retard")).toBeVisible();
  expect(screen.getByText("Envoyée le")).toBeVisible();
  expect(screen.getByRole("button", { name: "Renvoyer par e-mail" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Relancer" }));
  const dialog = await dialogOf(/^Relance pour F-2026-0001/);
  expect(await dialog.findByText("Personne ne peut lire les factures.")).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Envoyer la relance" })).toBeNull();
});

test("a refused reminder says why", async () => {
  signIn(person());
  own(invoiceOf(LATE));
  server.use(answers("/invoice/invoice-1/letter", letter("REMIND")));
  const refused = {
    ...{ id: "invoice-1", name: "F-2026-0001", error: "ConflictInvoiceStatusException" },
    ...{ message: "Une relance est déjà partie.", payload: null },
  };
  works("/invoice/work", { done: 0, refused: [refused] });
  render(<Portal at="/admin/invoice/invoice-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Relancer" }));
  const dialog = await dialogOf(/^Relance/);
  await userEvent.click(await dialog.findByRole("button", { name: "Envoyer la relance" }));
  expect(await dialog.findByText("Une relance est déjà partie.")).toBeVisible();
});

test("a second reminder of a day is not asked for", async () => {
  signIn(person());
  own(invoiceOf({ ...LATE, remindedAt: new Date().toISOString() }));
  render(<Portal at="/admin/invoice/invoice-1" />);
  expect(await screen.findByRole("button", { name: "Relancer" })).toHaveAttribute("aria-disabled", "true");
});

const DRAFT = invoiceRow({ id: "draft-1", title: "Brouillon de novembre" });
const SOLD = invoiceRow({ ...LATE, id: "issued-1", title: "Facture d’octobre" });

test("many invoices at once: what can be done with those selected, and why some were refused", async () => {
  signIn(person({ permissions: ["READ_INVOICE", "WRITE_INVOICE"] }));
  server.use(pageOf("/invoice", [DRAFT, SOLD]));
  const payload = [
    { field: "seller.iban", code: "required", message: "Obligatoire" },
    { field: "buyer.address", code: "required", message: "Obligatoire" },
  ];
  const refused = {
    id: "draft-1",
    name: DRAFT.title,
    error: "BadRequestSchemaException",
    message: "",
    payload,
  };
  const asked = works("/invoice/work", { done: 0, refused: [refused] });
  render(<Portal at="/admin/invoice" />);
  await userEvent.click(await screen.findByRole("checkbox", { name: /Facture d’octobre/ }));
  const bar = within(screen.getByRole("region", { name: /sélection/i }));
  expect(bar.queryByRole("button", { name: "Émettre" })).toBeNull();
  expect(bar.getByRole("button", { name: "Envoyer" })).toBeVisible();
  expect(bar.getByRole("button", { name: "Relancer" })).toBeVisible();
  expect(bar.getByRole("button", { name: "Marquer comme payées" })).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: /Brouillon de novembre/ }));
  await userEvent.click(bar.getByRole("button", { name: "Émettre" }));
  const dialog = await dialogOf(/^Émettre les factures/);
  expect(dialog.getByText("1 facture")).toBeVisible();
  expect(dialog.getByText(/^1 autre facture de votre sélection ne s’y prête pas/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Émettre" }));
  expect(await dialog.findByText("0 facture émise")).toBeVisible();
  expect(dialog.getByRole("link", { name: DRAFT.title })).toHaveAttribute("href", "/admin/invoice/draft-1");
  expect(dialog.getByText(/^Il manque à l’entreprise\s: IBAN$/)).toBeVisible();
  expect(dialog.getByText(/^Il manque au client\s: Adresse$/)).toBeVisible();
  expect(asked).toEqual([{ action: "ISSUE", ids: ["draft-1"] }]);
});

test("customers download what was issued to them, and nothing else", async () => {
  signIn(customer({ permissions: ["READ_INVOICE"] }));
  server.use(pageOf("/invoice", [SOLD]));
  const asked = works("/invoice/work", null, [{ id: "file-1", name: "factures.zip", size: 9 }]);
  render(<Portal at="/customer/org-1/invoice" />);
  await userEvent.click(await screen.findByRole("checkbox", { name: /Facture d’octobre/ }));
  const bar = within(screen.getByRole("region", { name: /sélection/i }));
  expect(bar.queryByRole("button", { name: "Envoyer" })).toBeNull();
  await userEvent.click(bar.getByRole("button", { name: "Télécharger les PDF" }));
  const dialog = await dialogOf(/^Télécharger les PDF/);
  await userEvent.click(dialog.getByRole("button", { name: "Télécharger les PDF" }));
  expect(await dialog.findByText("factures.zip")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Télécharger l’archive" })).toBeVisible();
  expect(asked).toEqual([{ action: "DOWNLOAD", ids: ["issued-1"] }]);
});

test("a month is prepared at once, and what needs a person leads to the wizard", async () => {
  signIn(person());
  const organization = { id: "org-1", name: "Port SAS" };
  const store = { id: "store-1", name: "Maison Aube" };
  const missing = [{ store, organizations: [organization], lastInvoiceAt: null, orders: 3 }];
  server.use(pageOf("/invoice", []), pageOf("/store", []), answers("/invoice/missing-invoice", missing));
  const asked = works("/invoice/prepare-month", {
    drafts: [
      {
        invoice: { id: "invoice-7", number: null, title: "Facture d’essai", totalAmount: "120.00" },
        ...{ store, organization, warnings: 1 },
      },
    ],
    waiting: [{ store, organization, reason: "NO_SHOP", message: "" }],
  });
  render(<Portal at="/admin/invoice" />);
  const open = await screen.findByRole("button", { name: "Tout préparer" });
  await waitFor(() => expect(open).not.toHaveAttribute("aria-disabled"));
  await userEvent.click(open);
  const dialog = await dialogOf(/^Préparer les factures/);
  expect(dialog.getByText("1 facture à préparer")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Créer les brouillons" }));
  expect(await dialog.findByText("1 brouillon créé")).toBeVisible();
  expect(dialog.getByRole("link", { name: "Facture d’essai" })).toHaveAttribute(
    "href",
    "/admin/invoice/invoice-7",
  );
  expect(dialog.getByText("1 point à vérifier")).toBeVisible();
  expect(dialog.getByRole("link", { name: "Facturer Port SAS" }).getAttribute("href")).toMatch(
    /^\/admin\/invoice\/create\?store=store-1&organization=org-1&start=\d{4}-\d{2}-01&end=/,
  );
  expect(dialog.getByText(/^La boutique n’a pas de plateforme connectée/)).toBeVisible();
  expect(asked).toEqual([{ date: expect.stringMatching(/-01$/) }]);
});
