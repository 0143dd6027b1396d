import { KitProvider, type Schemas, type User, useSession } from "@comptoir/kit";
import { answers, person, server } from "@comptoir/kit/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { ROUTES } from "../app/router";

/** A customer of one organization who may see orders. */
export const customer = (change: Partial<User> = {}) =>
  person({
    role: "customer",
    displayName: "Marin",
    permissions: ["READ_ORDER"],
    resources: [{ type: "ORGANIZATION", id: "org-1", name: "Port SAS" }],
    ...change,
  });

/** One order as the list shows it. */
export const orderRow = (change: Partial<Schemas["OrderRow"]> = {}): Schemas["OrderRow"] => ({
  id: "order-1",
  reference: "#1042",
  providerId: "MUSIX01234567",
  provider: "bigblue",
  source: "normal",
  status: "SHIPPED",
  statusMessage: "In transit",
  store: { id: "store-1", name: "Maison Aube" },
  customerName: "Ana Bertrand",
  country: "BE",
  itemCount: 2,
  total: "1234.50",
  currency: "EUR",
  submittedAt: "2026-01-15T09:00:00Z",
  updatedAt: "2026-01-16T09:00:00Z",
  carrier: "",
  trackingNumber: "",
  trackingUrl: "",
  extra: {},
  ...change,
});

export const pageOf = <Row,>(path: string, rows: Row[]) =>
  answers(path, rows, { total: rows.length, exact: true, next: null, previous: null });

/** What every screen asks for. */
export function signIn(user: User) {
  useSession.setState({ status: "signedIn", user });
  server.use(
    answers("/user/current", user),
    answers("/plugins", []),
    answers("/view", []),
    answers("/logs", []),
    answers("/environment", { environment: "test", apiVersion: "1", version: "1.0.0", bugReport: false }),
    answers("/order/summary", {
      byStatus: [{ status: "SHIPPED", count: 7 }],
      lastSynchronizedAt: null,
      setAside: 0,
    }),
    pageOf("/order", [orderRow()]),
    pageOf("/store", [{ id: "store-1", name: "Maison Aube" }]),
    pageOf("/user", []),
    pageOf("/organization", []),
    http.get("*/api/events", () => new HttpResponse(null, { status: 204 })),
  );
}

/** The whole portal at an address. */
export function Portal({ at }: { at: string }) {
  const [router] = useState(() => createMemoryRouter(ROUTES, { initialEntries: [at] }));
  return (
    <KitProvider env="test">
      <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </KitProvider>
  );
}

/** What the activity at the end of the top bar shows, opened. */
export async function activity(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole("button", { name: /^Tâches en cours/ }));
  return screen.findByRole("region", { name: "Tâches en cours" });
}
