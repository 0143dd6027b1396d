import { api, person, refuses, Screen, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import type { Integration } from "./api";
import IntegrationList from "./IntegrationList";
import { messages } from "./messages";

beforeAll(() => {
  i18next.addResourceBundle("fr", "shopify", messages.fr);
});

const INTEGRATION: Integration = {
  connector: "c-1",
  shop: "aurore",
  adminUrl: "https://admin.shopify.com/store/aurore/",
  pulls: [
    { name: "orders", at: "2026-01-15T09:00:00Z", whole: false, items: 1_204, rejected: 2, done: true },
    { name: "products", at: "2026-01-15T08:00:00Z", whole: true, items: 32, rejected: 0, done: false },
  ],
  events: [{ topic: "orders/create", at: "2026-01-15T09:01:00Z" }],
};

const list = (path: string, rows: object[]) =>
  http.get(api(path), () => HttpResponse.json({ data: rows, meta: { total: rows.length } }));

function serve(...rows: Integration[]) {
  server.use(
    list("/shopify/integration", rows),
    list("/shopify/integration/c-1/webhook", [
      { topic: "orders/create", address: "https://portal.example/hook" },
    ]),
    list("/shopify/integration/c-1/market", [
      { name: "France", ours: false, active: true, countries: ["FR"] },
    ]),
    http.get(api("/connector"), () =>
      HttpResponse.json({ data: [{ id: "c-1", storeId: "s-1", storeName: "Aurore Records" }] }),
    ),
  );
}

const show = (page: ReactNode, as = person()) => render(<Screen as={as}>{page}</Screen>);

async function open(name: string) {
  await userEvent.click(await screen.findByText(name));
  return within(await screen.findByRole("dialog", { name }));
}

test("shows a shop's pulls, webhooks, markets and events", async () => {
  serve(INTEGRATION);
  show(<IntegrationList />);
  const dialog = await open("Aurore Records");
  const pulls = within(dialog.getByRole("group", { name: "Dernières synchronisations" }));
  expect(pulls.getByText(/^1\s204$/)).toBeVisible();
  expect(pulls.getByText("En cours")).toBeVisible();
  expect(await dialog.findByText("https://portal.example/hook")).toBeVisible();
  expect(await dialog.findByRole("group", { name: "Marchés" })).toHaveTextContent("France");
  expect(dialog.getByRole("group", { name: "Derniers événements" })).toHaveTextContent("orders/create");
});

test("registers the store's webhooks", async () => {
  serve(INTEGRATION);
  const asked: unknown[] = [];
  server.use(
    http.post(api("/store/webhooks/enqueue"), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: { jobs: [{ id: "j-1" }] } }, { status: 202 });
    }),
  );
  show(<IntegrationList />);
  const dialog = await open("Aurore Records");
  await userEvent.click(await dialog.findByRole("button", { name: "Enregistrer les webhooks" }));
  expect(await screen.findByText("L’enregistrement des webhooks est en cours.")).toBeVisible();
  expect(asked).toEqual([{ type: "REGISTER", ids: ["s-1"] }]);
});

test("those who may only read cannot change webhooks", async () => {
  serve(INTEGRATION);
  show(<IntegrationList />, person({ permissions: ["READ_CONNECTOR", "READ_STORE"] }));
  const dialog = await open("Aurore Records");
  expect(await dialog.findByText("https://portal.example/hook")).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Enregistrer les webhooks" })).toBeNull();
});

test("a shop that does not answer says so in its own place", async () => {
  serve(INTEGRATION);
  server.use(refuses("/shopify/integration/c-1/market", 503, "ServiceUnavailableException"));
  show(<IntegrationList />);
  const dialog = await open("Aurore Records");
  expect(await dialog.findByText("https://portal.example/hook")).toBeVisible();
  expect(await dialog.findByRole("alert")).toBeVisible();
});
