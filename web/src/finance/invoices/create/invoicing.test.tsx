import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
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

/** Work at its second step: a commission of 1,200 euros by no internal shipping, and a line of fees. */
function filled() {
  begin();
  const of = { startAt: "2026-10-01", endAt: "2026-10-31", storeId: "store-1", organizationId: "org-1" };
  const line = { quantity: "1", description: "", category: null, feeIds: [] };
  const rate = { count: null, part: "6000.00", rate: "20", whole: "1200.00", share: "100" };
  const commissions = [
    { title: "Commissions", lines: [{ ...line, label: "20 %", amount: "1200.00", explanation: rate }] },
  ];
  const fees = [
    {
      title: "Envois",
      lines: [
        {
          ...{ ...line, label: "Colis", amount: "10.00", category: "SHIPPING" },
          ...{ feeIds: ["fee-1"], explanation: null },
        },
      ],
    },
  ];
  const head = {
    ...{ title: "Facture", deadlineAt: "2026-11-30", vat: "FR_200", organizationVat: "20" },
    ...{ organizationOwnership: "60", specialMention: "" },
  };
  const prepared = {
    ...{ ...head, commissions, fees, salesReport: SALES, warnings: [], overlapping: [], vatCodes: [] },
    internalShipping: { charged: "0.00", paid: "0.00", amount: "0.00" },
  };
  const state = {
    prepare: {
      period: { from: of.startAt, to: of.endAt },
      ...{ organizationId: "org-1", storeId: "store-1" },
    },
    report: null,
    proposal: { ...prepared, of: { ...of, salesReport: REPORT.months } },
    fill: { ...head, commissions, fees, internalShipping: "0.00", leftOut: [] },
  };
  server.use(pageOf("/invoice", []));
  return { state, prepared };
}

const at = (step: "FILL" | "REVIEW", state: Record<string, unknown>) =>
  answers("/invoice/preparation", { step, state, updatedAt: "2026-10-02T09:30:00Z" });

test("commissions and special mention follow the internal shipping, but for what was changed by hand", async () => {
  const { state, prepared } = filled();
  const asked: unknown[] = [];
  const answer = { status: 200 };
  server.use(
    at("FILL", state),
    http.post(api("/invoice/prepare"), async ({ request }) => {
      const body = (await request.json()) as { internalShipping: string };
      asked.push(body);
      if (answer.status !== 200) return HttpResponse.json({ error: {} }, { status: answer.status });
      const amount = Number(body.internalShipping);
      const [group] = prepared.commissions;
      const lines = group?.lines.map((line) => ({ ...line, amount: (1200 - amount / 5).toFixed(2) }));
      const data = {
        ...{ ...prepared, commissions: [{ ...group, lines }], specialMention: `Livraison : ${amount} €` },
        internalShipping: { charged: "0.00", paid: "0.00", amount: amount.toFixed(2) },
      };
      return HttpResponse.json({ data });
    }),
    http.post(api("/invoice/totals"), async ({ request }) => {
      const { commissions } = (await request.json()) as Pick<typeof prepared, "commissions">;
      const amounts = commissions.flatMap(({ lines }) => lines.map(({ amount }) => amount));
      const totals = {
        ...{ fees: "10.00", commissions: amounts[0], taxes: "0.00", amount: "99.00" },
        ...{ differenceExVat: "-5.00", differenceAmount: "24.50" },
      };
      return HttpResponse.json({ data: { totals, lineTotals: [...amounts, "10.00"] } });
    }),
  );
  render(<Portal at="/admin/invoice/create?step=fill" />);
  const shipping = await screen.findByLabelText(/^Livraison interne HT/);
  const ship = async (amount: string) => {
    await userEvent.clear(shipping);
    await userEvent.type(shipping, amount);
  };
  const commission = () => screen.getAllByLabelText(/^Montant unitaire HT/)[0] as HTMLInputElement;
  const mention = screen.getByLabelText(/^Mention particulière/);
  const totals = screen.getByRole("complementary", { name: "Totaux à ce stade" });
  const button = () => screen.queryByRole("button", { name: "Recalculer les commissions" });

  await ship("1000");
  await waitFor(() => expect(commission()).toHaveDisplayValue(/^1\s000,00$/));
  expect(mention).toHaveDisplayValue("Livraison : 1000 €");
  expect(asked).toHaveLength(1);
  await waitFor(() => expect(totals).toHaveTextContent(/Commissions HT1\s000,00\s€/));
  expect(button()).toBeNull();

  // A line of one's own, and a rate's amount.
  await userEvent.clear(commission());
  await userEvent.type(commission(), "7");
  await userEvent.click(screen.getAllByRole("button", { name: "Ajouter une ligne" })[0] as HTMLElement);
  await userEvent.type(screen.getAllByLabelText(/^Libellé/)[1] as HTMLElement, "Geste");
  await ship("500");
  expect(await screen.findByText(/^Les commissions modifiées à la main/)).toBeVisible();
  expect(commission()).toHaveDisplayValue("7,00");
  expect(mention).toHaveDisplayValue("Livraison : 500 €");
  await userEvent.click(button() as HTMLElement);
  await waitFor(() => expect(commission()).toHaveDisplayValue(/^1\s100,00$/));
  expect(screen.getByDisplayValue("Geste")).toBeVisible();
  expect(shipping).toHaveFocus();
  await waitFor(() => expect(button()).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Retirer la ligne Geste" }));

  answer.status = 500;
  await ship("0");
  expect(await screen.findByText(/^Les commissions n’ont pas été recalculées/)).toBeVisible();
  expect(commission()).toHaveDisplayValue(/^1\s100,00$/);
  expect(shipping).toHaveDisplayValue("0");
  answer.status = 200;
  await userEvent.click(button() as HTMLElement);
  await waitFor(() => expect(commission()).toHaveDisplayValue(/^1\s200,00$/));
  await waitFor(() => expect(button()).toBeNull());

  // Whoever goes on at once takes what follows along.
  await ship("2000");
  await userEvent.click(screen.getByRole("button", { name: "Vérifier la facture" }));
  expect(
    await screen.findByText("C’est la première facture de cette organisation pour cette boutique."),
  ).toBeVisible();
  const review = within(screen.getByRole("group", { name: "Totaux" }));
  await waitFor(() => expect(review.getByText(/^800,00\s€$/)).toBeVisible());
  expect(review.getByText(/^\+24,50\s€$/)).toBeVisible();
  expect(review.getByText(/^-5,00\s€$/)).toBeVisible();
});

test("what is refused in the end stands at the review, by the name of its part", async () => {
  const { state } = filled();
  const payload = [{ field: "figures.fees[0].lines[0].amount", code: "max", message: "Trop grand" }];
  const answer = {
    status: 400,
    error: { name: "BadRequestSchemaException", message: "", payload } as object,
  };
  server.use(
    at("REVIEW", state),
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
