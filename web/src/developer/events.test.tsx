import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { Portal, signIn } from "../testing/Portal";

const EVENT = {
  ...{ id: "event-1", plugin: "acme", store: { id: "store-1", name: "Musique" }, topic: "orders/create" },
  ...{
    state: "FAILED" as const,
    receivedAt: "2026-01-15T09:00:00Z",
    attempts: 8,
    error: "no order",
    endedAt: null,
  },
};

test("an event that failed is read and tried again", async () => {
  const asked: unknown[] = [];
  signIn(person());
  const page = { data: [EVENT], meta: { total: 1, exact: true, next: null, previous: null } };
  const whole = {
    ...EVENT,
    headers: [{ name: "x-topic", value: "orders/create" }],
    body: '{"id":1}',
    size: 8,
  };
  server.use(
    http.get(api("/plugins/events"), () => HttpResponse.json(page)),
    answers("/plugins/events/event-1", whole),
    answers("/plugins/status", { plugins: [], problem: null, removed: [] }),
    answers("/view", []),
    http.post(api("/plugins/events/replay"), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: { replayed: 1 } }, { status: 202 });
    }),
  );
  render(<Portal at="/admin/developer/event" />);
  await userEvent.click(await screen.findByRole("button", { name: "orders/create" }));
  expect(await screen.findByText("x-topic: orders/create")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Rejouer" }));
  expect(await screen.findByText("1 événement sera traité à nouveau")).toBeVisible();
  expect(asked).toEqual([{ ids: ["event-1"] }]);
});
