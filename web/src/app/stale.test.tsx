import { refresh } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { orderRow, Portal, pageOf, shippingSettings, signIn } from "../testing/Portal";

const AT = "2026-01-15T09:00:00Z";
const STORE = {
  id: "store-1",
  name: "Maison Aube",
  organizations: [{ organizationId: "org-1", name: "Port SAS", ownershipPercentage: "100" }],
  seedingCost: "5",
  ticketCost: "2.60",
  ticketBasis: "MESSAGE" as const,
  returnCost: "2.60",
  shippingMargin: "5",
  shippingAdditionalCost: "0.65",
  links: [],
  charges: [],
  archivedAt: null,
  createdAt: AT,
  updatedAt: AT,
};

const banner = () => screen.findByText("La page n’est peut-être pas à jour");
const noBanner = () =>
  waitFor(() => expect(screen.queryByText("La page n’est peut-être pas à jour")).not.toBeInTheDocument());
const name = () => screen.findByRole("textbox", { name: /^Nom/ });

beforeEach(() => {
  signIn(person());
  server.use(
    answers("/connector/type", []),
    answers("/store/store-1", STORE),
    answers("/store/store-1/connector", []),
    answers("/store/store-1/setup", { dismissedAt: null, connections: [], people: null }),
    answers("/store/store-1/shipping/settings", shippingSettings),
    answers("/history", []),
    pageOf("/store/store-1/phonographic", []),
  );
});

/** The network is gone. */
const cut = (path: string) => server.use(http.get(api(path), () => HttpResponse.error()));

test("a network cut in the middle of a form leaves what was typed", async () => {
  render(<Portal at="/admin/store/store-1?tab=settings" />);
  const input = await name();
  await userEvent.type(input, " et Fils");
  cut("/store/store-1");
  await act(() => refresh("store"));
  await banner();
  expect(await name()).toBe(input);
  expect(input).toHaveValue("Maison Aube et Fils");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();

  server.use(answers("/store/store-1", STORE));
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  await noBanner();
  expect(input).toHaveValue("Maison Aube et Fils");
});

test.each([
  [502, "ConnectorException"],
  [429, "TooManyRequestsException"],
])("an open list stays when its refresh is answered %i", async (status, error) => {
  render(<Portal at="/admin/order" />);
  await screen.findByText("#1042");
  server.use(refuses("/order", status, error));
  await act(() => refresh("order"));
  await banner();
  expect(screen.getByText("#1042")).toBeVisible();

  server.use(pageOf("/order", [orderRow({ reference: "#1043" })]));
  await act(() => refresh("order"));
  await screen.findByText("#1043");
  await noBanner();
});

test.each([
  [502, "ConnectorException"],
  [429, "TooManyRequestsException"],
])("an edit form stays when its refresh is answered %i", async (status, error) => {
  render(<Portal at="/admin/store/store-1?tab=settings" />);
  await userEvent.type(await name(), " et Fils");
  server.use(refuses("/store/store-1", status, error));
  await act(() => refresh("store"));
  await banner();
  expect(await name()).toHaveValue("Maison Aube et Fils");
});

test("what one may see no longer goes", async () => {
  render(<Portal at="/admin/store/store-1?tab=settings" />);
  await name();
  server.use(refuses("/store/store-1", 404, "NotFoundStoreException"));
  await act(() => refresh("store"));
  await screen.findByText("Oups, page introuvable");
  await noBanner();
});

test("a page that could not be fetched does not show the rows of another", async () => {
  render(<Portal at="/admin/order" />);
  await screen.findByText("#1042");
  server.use(refuses("/order", 502, "UnknowException"));
  await userEvent.type(screen.getByRole("searchbox"), "Ana");
  await screen.findByText("Le serveur ne répond pas");
  expect(screen.queryByText("#1042")).not.toBeInTheDocument();
  await noBanner();
});

test("leaving what is not up to date takes the banner along", async () => {
  render(<Portal at="/admin/order" />);
  await screen.findByText("#1042");
  cut("/order");
  await act(() => refresh("order"));
  await banner();
  await userEvent.click(screen.getByRole("link", { name: "Boutiques" }));
  await noBanner();
});
