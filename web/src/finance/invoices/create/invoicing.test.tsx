import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { organizationRow, Portal, pageOf, signIn } from "../../../testing/Portal";
import type { SalesReport } from "./api";

const SALES = {
  ...{ orders: 3, grossSales: "30.00", discounts: "0.00", returns: "-5.50", netSales: "24.50" },
  ...{ shipping: "8.00", duties: "0.00", additionalFees: "0.00", taxes: "6.50", totalSales: "39.00" },
};
const REPORT: SalesReport = {
  months: [{ month: "2026-10-01", sales: SALES }],
  warnings: [
    { month: "2026-10-01", warning: "NET_SALES" },
    { month: "2026-11-01", warning: "MISSING" },
  ],
};
const QUERY = "store=store-1&organization=org-1&start=2026-10-01&end=2026-11-30";

function begin() {
  signIn(person());
  const stores = [{ id: "store-1", name: "Maison Aube", ownershipPercentage: "60" }];
  const organization = {
    ...organizationRow("org-1", "Port SAS"),
    ...{ address: null, contract: null, stores, updatedAt: "2026-01-15T09:00:00Z" },
  };
  server.use(
    answers("/organization/org-1", organization as never),
    pageOf("/organization", [organizationRow("org-1", "Port SAS")]),
    answers("/invoice/preparation", null),
    http.put(api("/invoice/preparation"), () => new HttpResponse(null, { status: 204 })),
  );
}

test("there is no way on without a report, whose months show what is odd", async () => {
  begin();
  server.use(answers("/invoice/sales-report", REPORT));
  render(<Portal at={`/admin/invoice/create?${QUERY}`} />);
  const next = await screen.findByRole("button", { name: "Préparer la facture" });
  expect(next).toHaveAttribute("aria-disabled", "true");
  expect(await screen.findByDisplayValue("Maison Aube")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Interroger la boutique connectée" }));
  expect(await screen.findByText("Sommes inexactes")).toBeVisible();
  expect(screen.getByText(/novembre 2026\s: le rapport ne dit rien/)).toBeVisible();
  expect(next).not.toHaveAttribute("aria-disabled");
});

test("what the shop refuses is told where its report would be", async () => {
  begin();
  const error = { name: "ConnectorException", code: 422, message: "line 2, column 3: no amount" };
  server.use(http.get(api("/invoice/sales-report"), () => HttpResponse.json({ error }, { status: 422 })));
  render(<Portal at={`/admin/invoice/create?${QUERY}`} />);
  await userEvent.click(await screen.findByRole("button", { name: "Interroger la boutique connectée" }));
  expect(await screen.findByText(/La boutique n’a pas donné ses ventes\s: line 2, column 3/)).toBeVisible();
});

/** Work that was kept of another month than that of the link. */
function kept() {
  begin();
  const forgotten: string[] = [];
  const prepare = { period: { from: "2026-09-01", to: "2026-09-30" }, organizationId: null, storeId: null };
  const state = { prepare, report: null, proposal: null, fill: null };
  server.use(
    answers("/invoice/preparation", { step: "PREPARE", state, updatedAt: "2026-10-02T09:30:00Z" }),
    http.delete(api("/invoice/preparation"), ({ request }) => {
      forgotten.push(request.method);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return forgotten;
}

test("work that was kept is taken up at its step, and can be begun anew", async () => {
  const forgotten = kept();
  render(<Portal at="/admin/invoice/create" />);
  expect(await screen.findByText(/^Votre saisie du 02\/10\/2026 à 11:30 a été reprise$/)).toBeVisible();
  expect(await screen.findByDisplayValue("30/09/2026")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Recommencer à zéro" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click([...dialog.querySelectorAll("button")].at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByDisplayValue("30/09/2026")).toBeNull());
  expect(forgotten).toEqual(["DELETE"]);
});

test("a link that asks for another invoice than what is kept lets one choose", async () => {
  const forgotten = kept();
  const { unmount } = render(<Portal at={`/admin/invoice/create?${QUERY}`} />);
  expect(await screen.findByText(/du 01\/09\/2026 au 30\/09\/2026/)).toBeVisible();
  expect(screen.queryByLabelText(/^Du/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Reprendre la saisie" }));
  expect(await screen.findByDisplayValue("30/09/2026")).toBeVisible();
  expect(forgotten).toEqual([]);
  unmount();

  render(<Portal at={`/admin/invoice/create?${QUERY}`} />);
  await userEvent.click(await screen.findByRole("button", { name: "Commencer cette facture" }));
  expect(await screen.findByDisplayValue("30/11/2026")).toBeVisible();
  expect(forgotten).toEqual(["DELETE"]);
});

test("what is refused in the end stands at the review, by the name of its part", async () => {
  begin();
  const of = { startAt: "2026-10-01", endAt: "2026-10-31", storeId: "store-1", organizationId: "org-1" };
  const line = { label: "Colis", amount: "10.00", quantity: "1", description: "", category: "SHIPPING" };
  const state = {
    prepare: {
      period: { from: of.startAt, to: of.endAt },
      ...{ organizationId: "org-1", storeId: "store-1" },
    },
    report: null,
    proposal: {
      ...{ of: { ...of, salesReport: REPORT.months }, salesReport: SALES, overlapping: [], warnings: [] },
      vatCodes: [],
      internalShipping: { charged: "0", paid: "0", amount: "0" },
    },
    fill: {
      ...{ title: "Facture", deadlineAt: "2026-11-30", vat: "FR_200", organizationVat: "20" },
      ...{ organizationOwnership: "60", specialMention: "", internalShipping: "0", commissions: [] },
      fees: [{ title: "Envois", lines: [{ ...line, feeIds: ["fee-1"], explanation: null }] }],
      leftOut: [],
    },
  };
  const payload = [{ field: "figures.fees[0].lines[0].amount", code: "max", message: "Trop grand" }];
  const answer = {
    status: 400,
    error: { name: "BadRequestSchemaException", message: "", payload } as object,
  };
  server.use(
    answers("/invoice/preparation", { step: "REVIEW", state, updatedAt: "2026-10-02T09:30:00Z" }),
    pageOf("/invoice", []),
    http.post(api("/invoice/totals"), () => HttpResponse.json({ error: {} }, { status: 500 })),
    http.post(api("/invoice/generate"), () => {
      const { status, error } = answer;
      return HttpResponse.json({ error }, { status });
    }),
  );
  render(<Portal at="/admin/invoice/create?step=review" />);
  const create = await screen.findByRole("button", { name: "Créer la facture" });
  await userEvent.click(create);
  expect(
    await screen.findByText(/^Frais › Envois › Colis › Montant unitaire HT\s: Trop grand$/),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Préparer à nouveau" })).toBeNull();

  const error = {
    name: "ConflictInvoiceStatusException",
    message: "Déjà facturé.",
    payload: { field: "fees" },
  };
  Object.assign(answer, { status: 409, error });
  await userEvent.click(create);
  expect(await screen.findByText(/^Frais\s: Déjà facturé\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Préparer à nouveau" })).toBeVisible();
});
