import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { feeOf, Portal, pageOf, signIn } from "../../testing/Portal";
import type { Analysis, AnalysisLine } from "./api";

// Nothing is laid out here, and a plot wants room; its table has the same figures.
vi.mock("../../../kit/src/chart/Plot", () => ({ default: () => null }));

const FEES = [
  { category: "STORAGE" as const, amount: "100.00" },
  { category: "TICKET" as const, amount: "0.00" },
];
const FIGURES = {
  ...{ netSales: "12000.00", shipping: "800.00", taxes: "0.00", internalShipping: "0.00" },
  ...{ difference: "10.00", differenceExVat: "9.00" },
};
const ANALYSIS: Analysis = {
  ...FIGURES,
  ...{ invoices: 1, fees: FEES, commissions: [] },
  chart: [
    {
      ...{ ...FIGURES, month: "2026-10-01", fees: "100.00", commissions: "0.00", feesByCategory: FEES },
      ...{ grossSales: "12000.00", discounts: "0.00", returns: "0.00", differenceVat: "1.00" },
    },
  ],
};
const line = (change: Partial<AnalysisLine>): AnalysisLine => ({
  ...{ id: "line-1", invoiceId: "invoice-1", number: "F-2026-0001", kind: "INVOICE", startAt: "2026-10-01" },
  ...{ organization: { id: "org-1", name: "Port SAS" }, store: { id: "store-1", name: "Maison Aube" } },
  ...{ title: "Entrepôt", label: "Palettes", category: "STORAGE", total: "1.00", feeCount: 0 },
  ...change,
});

test("a figure opens to the lines that it is the sum of, a hundred at a time, and a line to its fees", async () => {
  signIn(person({ permissions: ["READ_INVOICE", "READ_FEE"] }));
  const asked: Record<string, string>[] = [];
  const first = Array.from({ length: 100 }, (_, at) => line({ id: `line-${at}`, label: `Palette ${at}` }));
  const { customerAmount, cause, causeId, causeName, initiatedAt, type, description } = feeOf();
  server.use(
    answers("/invoice/analysis", ANALYSIS),
    pageOf("/invoice", []),
    http.get(api("/invoice/analysis/line"), ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      const last = line({ ...{ id: "last", invoiceId: "invoice-2", number: "A-2026-0001" }, feeCount: 2 });
      return HttpResponse.json({ data: query.after ? [last] : first });
    }),
    answers("/invoice/invoice-2/line/last/fee", [
      {
        ...{ id: "fee-1", amount: "60.00" },
        ...{ customerAmount, cause, causeId, causeName, initiatedAt, type, description },
      },
    ]),
  );
  render(<Portal at="/admin/finance/analysis?from=2026-10-05&to=2026-11-30&store=store-1" />);
  const section = within(await screen.findByRole("region", { name: "Frais par catégorie" }));
  await userEvent.click(section.getByRole("button", { name: /en tableau$/ }));
  await userEvent.click(section.getByRole("link", { name: /^100,00/ }));

  const dialog = within(await screen.findByRole("dialog", { name: "Stockage, octobre 2026" }));
  expect(dialog.getByText(/font ensemble 100,00\s€ HT\.$/)).toBeVisible();
  expect(await dialog.findByText("Palette 99")).toBeVisible();
  expect(asked).toEqual([
    {
      ...{ startAt: "2026-10-05", endAt: "2026-10-31", storeId: "store-1" },
      ...{ section: "FEES", category: "STORAGE" },
    },
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Afficher d’autres lignes" }));
  expect(await dialog.findByRole("link", { name: "A-2026-0001" })).toHaveAttribute(
    "href",
    "/admin/invoice/invoice-2",
  );
  expect(asked.at(-1)).toMatchObject({ after: "line-99" });
  expect(dialog.queryByRole("button", { name: "Afficher d’autres lignes" })).toBeNull();

  await userEvent.click(dialog.getByRole("button", { name: /Palettes/ }));
  expect(await dialog.findByRole("link", { name: "Préparation" })).toHaveAttribute(
    "href",
    "/admin/fee/fee-1",
  );

  await userEvent.click(dialog.getByRole("button", { name: "Fermer" }));
  expect(await section.findByRole("link", { name: /^100,00/ })).toBeVisible();
  expect(screen.queryByText("Stockage, octobre 2026")).toBeNull();
});
