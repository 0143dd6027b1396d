import type { User } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { invoiceOf, invoiceRow } from "../../testing/invoices";
import { activity, jobOf, Portal, pageOf, signIn } from "../../testing/Portal";
import type { Accounting, Connection, Entry } from "./api";
import { atFormCode, changedCodes } from "./values";

const AT = "2026-11-02T09:00:00Z";
const ORGANIZATION = { id: "org-1", name: "Port SAS" };

const SERVICE: Accounting["services"][number] = {
  type: "pennylane",
  name: "Pennylane",
  settings: {
    required: ["token"],
    properties: {
      token: { type: "string", writeOnly: true, "x-labels": { fr: "Jeton d’API", en: "API token" } },
    },
  },
};

const CONNECTION: Connection = {
  ...{ id: "connection-1", type: "pennylane", account: "Comptoir SAS", data: {}, author: "Ada" },
  ...{ connectedAt: AT, lookedAt: null, problem: null },
};

const accountingOf = (change: Partial<Accounting> = {}): Accounting => ({
  services: [SERVICE],
  connection: CONNECTION,
  vatCodes: [
    { code: "FR_200", serviceCode: "FR_200" },
    { code: "exempt", serviceCode: "ZERO" },
  ],
  counts: { unbooked: 3, waiting: 0, booked: 12, failed: 1 },
  ...change,
});

const BOOKS = {
  vatCodes: [
    { code: "FR_200", percent: "20" },
    { code: "exempt", percent: null },
  ],
  accounts: [
    { account: "411000", label: "Clients" },
    { account: "706400", label: null },
  ],
};

const entryOf = (change: Partial<Entry> = {}): Entry => ({
  ...{ id: "entry-1", invoiceId: "invoice-1", number: "F-2026-0001", kind: "INVOICE" },
  ...{ organization: ORGANIZATION, issuedOn: "2026-11-02", totalAmount: "2472.00", bankStatus: 0 },
  ...{ status: "BOOKED", problem: null, externalId: "4711", url: "https://app.pennylane.example/4711" },
  ...{ payment: "PARTIAL", remaining: "472.00", bookedAt: AT, updatedAt: AT },
  ...change,
});

const FAILED = entryOf({
  ...{ id: "entry-2", invoiceId: "invoice-2", number: "F-2026-0002", status: "FAILED" },
  ...{ problem: "the ledger has no account 706400", externalId: null, url: "", payment: null },
  ...{ remaining: null, bookedAt: null },
});

const job = jobOf({ name: "finance.book-invoices", consumer: "pennylane" });

interface Given {
  as?: Partial<User>;
  accounting?: Partial<Accounting>;
}

/** The screen of the books, and what is sent from it. */
function given({ as, accounting }: Given = {}) {
  const sent: unknown[] = [];
  let present = accountingOf(accounting);
  signIn(person(as));
  server.use(
    http.get(api("/finance/accounting"), () => HttpResponse.json({ data: present })),
    answers("/finance/accounting/book", BOOKS),
    answers("/history", []),
    answers("/job/job-1", job),
    http.put(api("/finance/accounting"), async ({ request }) => {
      sent.push(await request.json());
      present = accountingOf();
      return HttpResponse.json({ data: present });
    }),
    http.delete(api("/finance/accounting"), () => {
      sent.push("disconnect");
      present = accountingOf({ connection: null });
      return new HttpResponse(null, { status: 204 });
    }),
    http.put(api("/finance/accounting/vat-code"), async ({ request }) => {
      const body = (await request.json()) as Pick<Accounting, "vatCodes">;
      sent.push(body);
      const changed = (code: string) => body.vatCodes.find((each) => each.code === code);
      present = { ...present, vatCodes: present.vatCodes.map((each) => changed(each.code) ?? each) };
      return HttpResponse.json({ data: present });
    }),
    http.post(api("/invoice/sync"), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { waiting: 4, job } }, { status: 202 });
    }),
  );
  return sent;
}

const open = (at = "/admin/finance/accounting") => render(<Portal at={at} />);
const card = async (name: string) => within(await screen.findByRole("region", { name }));
const button = (within: { getByRole: typeof screen.getByRole }, name: string) =>
  within.getByRole("button", { name });

const refused = (field: string, message: string) => {
  const error = {
    name: "BadRequestSchemaException",
    code: 400,
    message: "",
    payload: [{ field, code: "invalid", message }],
  };
  return HttpResponse.json({ error }, { status: 400 });
};

test("where no plugin keeps books, it is said who enables one", async () => {
  given({ accounting: { services: [], connection: null } });
  open();
  expect(await screen.findByText("Aucune extension de comptabilité n’est activée")).toBeVisible();
  expect(screen.getByText(/plugins\.toml/)).toBeVisible();
});

test("a service is tested and connected, and its secret is never shown", async () => {
  const sent = given({ accounting: { connection: null } });
  open();
  const connection = await card("Connexion");
  await userEvent.click(button(connection, "Connecter la comptabilité"));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/^Jeton d’API/), "hush");
  await userEvent.click(button(dialog, "Tester et connecter"));
  expect(await screen.findByText("Pennylane est connecté")).toBeVisible();
  expect(sent).toEqual([{ type: "pennylane", data: { token: "hush" } }]);
  expect(await connection.findByText("Comptoir SAS")).toBeVisible();
  expect(connection.getByText("Conservé chiffré, jamais réaffiché")).toBeVisible();
  expect(connection.getByText("Ada")).toBeVisible();
});

test("what the service refuses is told at its field; that it does not answer is told too", async () => {
  given({ accounting: { connection: null } });
  open();
  await userEvent.click(button(await card("Connexion"), "Connecter la comptabilité"));
  const dialog = within(await screen.findByRole("dialog"));
  const token = dialog.getByLabelText(/^Jeton d’API/);
  server.use(http.put(api("/finance/accounting"), () => refused("data.token", "Jeton inconnu")));
  await userEvent.type(token, "hush");
  await userEvent.click(button(dialog, "Tester et connecter"));
  expect(await dialog.findByText("Jeton inconnu")).toBeVisible();
  expect(token).toBeInvalid();
  server.use(
    http.put(api("/finance/accounting"), () => {
      const error = { name: "PluginException", code: 503, message: "Pennylane ne répond pas" };
      return HttpResponse.json({ error }, { status: 503 });
    }),
  );
  await userEvent.click(button(dialog, "Tester et connecter"));
  expect(await screen.findByText(/Pennylane ne répond pas/)).toBeVisible();
  expect(token).toHaveValue("hush");
});

test("disconnecting is asked about first", async () => {
  const sent = given();
  open();
  const connection = await card("Connexion");
  await userEvent.click(button(connection, "Déconnecter"));
  const question = within(await screen.findByRole("dialog", { name: /^Déconnecter Pennylane/ }));
  expect(sent).toEqual([]);
  await userEvent.click(button(question, "Déconnecter"));
  expect(await screen.findByText("Pennylane est déconnecté")).toBeVisible();
  expect(await connection.findByText(/^La comptabilité n’est pas connectée/)).toBeVisible();
  expect(sent).toEqual(["disconnect"]);
});

test("why the service is not spoken to is told", async () => {
  const problem = "Pennylane does not accept the token: expired";
  given({ accounting: { connection: { ...CONNECTION, problem } } });
  open();
  const connection = await card("Connexion");
  expect(connection.getByText("Les échanges avec Pennylane ont échoué")).toBeVisible();
  expect(connection.getByText(problem)).toBeVisible();
});

test("a code and an account that the books do not know are marked", async () => {
  given();
  open();
  const codes = await card("Codes de TVA");
  const row = (name: RegExp) => within(codes.getByRole("row", { name }));
  expect(row(/^Exonérée/).getByText("Inconnu")).toBeVisible();
  expect(row(/^TVA française/).getByText(/^Connu, 20\s%$/)).toBeVisible();
  const accounts = await card("Comptes comptables");
  expect(await accounts.findByRole("row", { name: "411000 Clients" })).toBeVisible();
  expect(accounts.getByRole("row", { name: "706400 Absent" })).toBeVisible();
});

test("of the codes only what was changed is sent, and what is wrong stands at its field", async () => {
  const sent = given();
  open();
  const codes = await card("Codes de TVA");
  const field = codes.getByRole("combobox", { name: "Exonérée" });
  const choose = async () => {
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole("option", { name: "exempt" }));
    await userEvent.click(await screen.findByRole("button", { name: "Enregistrer" }));
  };
  server.use(
    http.put(
      api("/finance/accounting/vat-code"),
      () => refused("vatCodes[0].serviceCode", "Code impossible"),
      { once: true },
    ),
  );
  await choose();
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Code impossible/));
  await choose();
  expect(await screen.findByText("Les codes de TVA ont été enregistrés")).toBeVisible();
  expect(sent).toEqual([{ vatCodes: [{ code: "exempt", serviceCode: "exempt" }] }]);
  expect(within(codes.getByRole("row", { name: /^Exonérée/ })).getByText("Connu")).toBeVisible();
});

test("codes are typed and accounts told as unknown while the service does not answer", async () => {
  given();
  server.use(refuses("/finance/accounting/book", 503, "PluginException"));
  open();
  const codes = await card("Codes de TVA");
  expect(codes.getByRole("textbox", { name: "Exonérée" })).toHaveValue("ZERO");
  const accounts = await card("Comptes comptables");
  expect(await accounts.findByRole("alert")).toBeVisible();
  server.use(answers("/finance/accounting/book", BOOKS));
  await userEvent.click(button(accounts, "Réessayer"));
  expect(await accounts.findByText("Absent")).toBeVisible();
});

test("everything that is not booked is sent, and the job is followed in the activity", async () => {
  const sent = given();
  open();
  const sending = await card("Factures et avoirs émis");
  expect(sending.getByRole("link", { name: "Refusées" })).toBeVisible();
  await userEvent.click(button(sending, "Envoyer en comptabilité"));
  expect(await screen.findByText("4 factures attendent d’être comptabilisées")).toBeVisible();
  expect(sent).toEqual([{ ids: null }]);
  expect(within(await activity()).getByText("Comptabilisation des factures")).toBeVisible();
});

test("who only reads invoices changes nothing", async () => {
  given({ as: { permissions: ["READ_INVOICE"] } });
  open();
  expect(await (await card("Codes de TVA")).findByText("ZERO")).toBeVisible();
  for (const name of ["Déconnecter", "Connecter à nouveau", "Envoyer en comptabilité"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Exonérée" })).toBeNull();
});

test("the list says what is booked and paid, and why not; what was refused is sent again", async () => {
  const sent = given();
  server.use(pageOf("/finance/accounting/entry", [entryOf(), FAILED]));
  open("/admin/finance/accounting/entry");
  const booked = within(await screen.findByRole("row", { name: /F-2026-0001/ }));
  expect(booked.getByText("Comptabilisée")).toBeVisible();
  expect(booked.getByText("Payée en partie")).toBeVisible();
  expect(booked.getByRole("link", { name: /4711/ })).toHaveAttribute(
    "href",
    "https://app.pennylane.example/4711",
  );
  const failed = within(screen.getByRole("row", { name: /F-2026-0002/ }));
  expect(failed.getByText("the ledger has no account 706400")).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: /toute la page/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Envoyer à nouveau" }));
  expect(await screen.findByText(/attendent d’être comptabilisées/)).toBeVisible();
  expect(sent).toEqual([{ ids: ["invoice-2"] }]);
});

test("an address that is none of the web is no link", async () => {
  given();
  server.use(pageOf("/finance/accounting/entry", [entryOf({ url: "javascript:alert(1)" })]));
  open("/admin/finance/accounting/entry");
  expect(await screen.findByText("4711")).toBeVisible();
  expect(screen.queryByRole("link", { name: /4711/ })).toBeNull();
});

test("selected invoices that were issued are sent, where the books are connected", async () => {
  const sent = given();
  const issued = invoiceRow({ id: "invoice-2", title: "Facture Port", number: "F-1", companyStatus: 1 });
  server.use(pageOf("/invoice", [invoiceRow(), issued]), answers("/invoice/missing-invoice", []));
  open("/admin/invoice");
  await userEvent.click(await screen.findByRole("checkbox", { name: /toute la page/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Envoyer en comptabilité" }));
  expect(await screen.findByText(/attendent d’être comptabilisées/)).toBeVisible();
  expect(sent).toEqual([{ ids: ["invoice-2"] }]);
});

test("without books nothing is offered to be sent there", async () => {
  given({ accounting: { connection: null } });
  const issued = invoiceRow({ number: "F-1", companyStatus: 1 });
  server.use(pageOf("/invoice", [issued]), answers("/invoice/missing-invoice", []));
  open("/admin/invoice");
  await userEvent.click(await screen.findByRole("checkbox", { name: /toute la page/ }));
  expect(await screen.findByRole("button", { name: "Télécharger les PDF" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Envoyer en comptabilité" })).toBeNull();
});

test("an invoice says how far it is on its way into the books", async () => {
  given();
  server.use(
    answers("/invoice/invoice-2", invoiceOf({ id: "invoice-2", number: "F-2026-0002", companyStatus: 1 })),
    answers("/invoice/invoice-2/attachment", []),
    pageOf("/finance/accounting/entry", [
      { ...FAILED, problem: "the invoice that it takes back is not booked", status: "WAITING" },
    ]),
  );
  open("/admin/invoice/invoice-2");
  const entry = await card("Comptabilité");
  expect(entry.getByText("En attente")).toBeVisible();
  expect(entry.getByText(/la facture que cet avoir annule n’est pas encore comptabilisée$/)).toBeVisible();
});

test("of the codes those that changed are sent, and their places are the form’s again", () => {
  const read = accountingOf();
  const values = { vatCodes: [{ serviceCode: "FR_200 " }, { serviceCode: " exempt" }] };
  const changed = changedCodes(read, values);
  expect(changed).toEqual([{ at: 1, of: { code: "exempt", serviceCode: "exempt" } }]);
  expect(atFormCode("vatCodes[0].serviceCode", changed)).toBe("vatCodes[1].serviceCode");
  expect(atFormCode("vatCodes", changed)).toBe("vatCodes");
});
