import { api, person, Screen, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import type { Integration } from "./api";
import IntegrationList from "./IntegrationList";
import { messages } from "./messages";

beforeAll(() => {
  i18next.addResourceBundle("fr", "gorgias", messages.fr);
});

const INTEGRATION: Integration = {
  connector: "c-1",
  account: "aurore",
  tag: "aurore-records",
  lastPull: { at: "2026-01-15T09:00:00Z", tickets: 1_204 },
  webhooks: "none",
  problem: null,
};

function serve(...rows: Integration[]) {
  server.use(
    http.get(api("/gorgias/integration"), () =>
      HttpResponse.json({ data: rows, meta: { total: rows.length, page: 0, size: 20 } }),
    ),
    http.get(api("/connector"), () =>
      HttpResponse.json({ data: [{ id: "c-1", storeId: "s-1", storeName: "Aurore Records" }] }),
    ),
    http.get(api("/gorgias/integration/c-1/tag"), ({ request }) => {
      const search = new URL(request.url).searchParams.get("search") ?? "";
      const tags = ["aurore-records", "livraison", "retour"].filter((name) => name.includes(search));
      const data = tags.map((name) => ({ name, chosen: name === "aurore-records" }));
      return HttpResponse.json({ data, meta: { total: data.length, page: 0, size: 100 } });
    }),
  );
}

const show = (as = person()) =>
  render(
    <Screen as={as}>
      <IntegrationList />
    </Screen>,
  );

async function open(name: string) {
  await userEvent.click(await screen.findByText(name));
  return within(await screen.findByRole("dialog", { name }));
}

test("shows each store's account, tag, last pull and webhooks", async () => {
  serve(INTEGRATION);
  show();
  expect(await screen.findByText("Aurore Records")).toBeVisible();
  expect(screen.getByRole("link", { name: "aurore" })).toHaveAttribute("href", "https://aurore.gorgias.com");
  expect(screen.getByText("aurore-records")).toBeVisible();
  expect(screen.getByText(/^1\s204$/)).toBeVisible();
  expect(screen.getByText("Non enregistrés")).toBeVisible();
});

test("says why a connection could not be asked", async () => {
  serve({ ...INTEGRATION, lastPull: null, webhooks: null, problem: "credentials" });
  show();
  expect(await screen.findByText("Clé refusée")).toBeVisible();
  expect(screen.getByText("Jamais")).toBeVisible();
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
  show();
  const dialog = await open("Aurore Records");
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer les webhooks" }));
  expect(await screen.findByText("L’enregistrement des webhooks est en cours.")).toBeVisible();
  expect(asked).toEqual([{ type: "REGISTER", ids: ["s-1"] }]);
});

test("those who may only read cannot change webhooks", async () => {
  serve(INTEGRATION);
  show(person({ permissions: ["READ_CONNECTOR", "READ_STORE"] }));
  const dialog = await open("Aurore Records");
  expect(await dialog.findByText("Celle de la boutique")).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Enregistrer les webhooks" })).toBeNull();
});

test("finds a tag of the account", async () => {
  serve(INTEGRATION);
  show();
  const dialog = await open("Aurore Records");
  expect(await dialog.findByText("livraison")).toBeVisible();
  await userEvent.type(dialog.getByRole("textbox", { name: "Chercher une étiquette" }), "retour{Enter}");
  await waitFor(() => expect(dialog.queryByText("livraison")).toBeNull());
  expect(await dialog.findByText("retour")).toBeVisible();
});

test("without a connection it says what to do", async () => {
  serve();
  show();
  expect(await screen.findByRole("heading", { name: "Aucune boutique connectée à Gorgias" })).toBeVisible();
});
