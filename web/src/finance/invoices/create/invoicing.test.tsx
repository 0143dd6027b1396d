import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
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

test("work that was kept is taken up at its step, and can be begun anew", async () => {
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
  render(<Portal at={`/admin/invoice/create?${QUERY}`} />);
  expect(await screen.findByText(/^Votre saisie du 02\/10\/2026 à 11:30 a été reprise$/)).toBeVisible();
  expect(await screen.findByDisplayValue("30/09/2026")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Recommencer à zéro" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click([...dialog.querySelectorAll("button")].at(-1) as HTMLElement);
  // The link's again.
  expect(await screen.findByDisplayValue("30/11/2026")).toBeVisible();
  expect(forgotten).toEqual(["DELETE"]);
});
