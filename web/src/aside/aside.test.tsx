import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { Portal, pageOf, signIn } from "../testing/Portal";

const ROW: Schemas["SetAsideItemRow"] = {
  id: "item-1",
  kind: "orders",
  plugin: "acme",
  connectorId: "connector-1",
  store: { id: "store-1", name: "Maison Aube" },
  providerId: "A-1001",
  state: "OPEN",
  code: "time",
  field: "submittedAt",
  detail: '"yesterday"',
  firstSeenAt: "2026-01-10T09:00:00Z",
  lastSeenAt: "2026-01-15T09:00:00Z",
  seen: 3,
};
const ITEM: Schemas["SetAsideItem"] = { ...ROW, raw: '{"id":"A-1001"}', canBeTaken: true };

function show(rows = [ROW]) {
  const asked = { retry: [] as unknown[], ignore: [] as unknown[], restore: [] as unknown[] };
  const answer = (call: keyof typeof asked, data: object, status = 200) =>
    http.post(api(`/set-aside-item/${call}` as "/set-aside-item/retry"), async ({ request }) => {
      asked[call].push(await request.json());
      return HttpResponse.json({ data }, { status });
    });
  signIn(person());
  server.use(
    pageOf("/set-aside-item", rows),
    answers("/set-aside-item/item-1", ITEM),
    answer("retry", { items: 1, jobs: [] }, 202),
    answer("ignore", { ids: ["item-1"] }),
    answer("restore", { ids: ["item-1"] }),
  );
  render(<Portal at="/admin/set-aside" />);
  return asked;
}

test("an item says in words what is wrong with it, shows what was received, and is tried again", async () => {
  const asked = show();
  await userEvent.click(await screen.findByRole("button", { name: "A-1001" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("Date illisible")).toBeVisible();
  expect(dialog.getByText('submittedAt · "yesterday"')).toBeVisible();
  expect(dialog.getByText(/"id": "A-1001"/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("1 élément est réessayé")).toBeVisible();
  expect(asked.retry).toEqual([{ ids: ["item-1"] }]);
});

test("what is ignored can be taken back", async () => {
  const asked = show();
  await userEvent.click(await screen.findByRole("checkbox", { name: /A-1001/ }));
  await userEvent.click(screen.getByRole("button", { name: "Ignorer" }));
  expect(await screen.findByText("1 élément a été ignoré")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Annuler l’action" }));
  await expect.poll(() => asked.restore).toEqual([{ ids: ["item-1"] }]);
});

test("nothing set aside is said, and who cannot write cannot select", async () => {
  show([]);
  expect(await screen.findByText("Rien n’est mis de côté")).toBeVisible();
});
