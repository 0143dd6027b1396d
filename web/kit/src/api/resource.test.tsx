import { act, render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";
import { answers, api, Screen, server } from "../testing";
import type { Schemas } from "./client";
import type { ApiError } from "./error";
import { refresh, useGet } from "./hooks";
import { resource } from "./resource";

const AT = "2026-01-16T09:00:00Z";
const stores = resource("/store", { refusals: { ConflictStoreNameException: "name" } });
const store = (name: string, updatedAt = AT): Schemas["Store"] => ({
  id: "store-1",
  name,
  updatedAt,
  organizations: [],
  seedingCost: "5.00",
  ticketCost: "2.60",
  ticketBasis: "MESSAGE",
  returnCost: "2.60",
  shippingMargin: "5",
  shippingAdditionalCost: "0.65",
  links: [],
  charges: [],
  archivedAt: null,
  createdAt: AT,
});

function Name() {
  const { data, error } = stores.useOne("store-1");
  return <p>{data?.name ?? error?.name ?? "…"}</p>;
}

const show = () =>
  render(
    <Screen>
      <Name />
    </Screen>,
  );

test("what the API lacks is no member", () => {
  const orders = resource("/order");
  // @ts-expect-error an order is not archived
  void orders.archive;
  // @ts-expect-error nor is it pushed by another word
  void (() => orders.post("shove", "order-1"));
  // @ts-expect-error a job is not made by who asks for it
  void resource("/job").create;
  // @ts-expect-error nor is it changed by PATCH
  void resource("/order", { saves: "patch" }).save;
  expect(orders.save).toBeTypeOf("function");
});

test("a change says what it was made of, and is shown before it is asked for again", async () => {
  let sent: Headers | undefined;
  server.use(
    answers("/store/store-1", store("Aube")),
    http.put(api("/store/store-1"), ({ request }) => {
      sent = request.headers;
      server.use(answers("/store/store-1", store("Brume", "2026-01-17T09:00:00Z")));
      return HttpResponse.json({ data: store("Brume", "2026-01-17T09:00:00Z") });
    }),
  );
  show();
  await screen.findByText("Aube");
  await act(() => stores.save(store("Aube"), {} as never));
  expect(sent?.get("if-match")).toBe(AT);
  await screen.findByText("Brume");
});

test("a refresh that brings nothing new draws those alone anew who tell of it", async () => {
  server.use(answers("/store/store-1", store("Aube")));
  const drawn: string[] = [];
  const asked = ["/store/{id}", { params: { path: { id: "store-1" } } }] as const;
  function Quiet() {
    drawn.push("quiet");
    return <p>{useGet(...asked).data?.name}</p>;
  }
  function Telling() {
    drawn.push("telling");
    return <p>{useGet(...asked).isRefreshing && "…"}</p>;
  }
  render(
    <Screen>
      <Quiet />
      <Telling />
    </Screen>,
  );
  await screen.findByText("Aube");
  drawn.length = 0;
  await act(() => refresh("store"));
  expect(new Set(drawn)).toEqual(new Set(["telling"]));
});

test("where the API changes one by PATCH, that is what is sent", async () => {
  const factories = resource("/factories", { saves: "patch" });
  let sent: [string | null, unknown] | undefined;
  server.use(
    http.patch(api("/factories/factory-1"), async ({ request }) => {
      sent = [request.headers.get("if-match"), await request.json()];
      return HttpResponse.json({ data: { id: "factory-1", name: "Bursa", updatedAt: AT } });
    }),
  );
  const saved = await factories.save({ id: "factory-1", updatedAt: AT }, { name: "Bursa" });
  expect(sent).toEqual([AT, { name: "Bursa" }]);
  expect(saved.name).toBe("Bursa");
});

test("a refusal that one field is the reason of is told at it", async () => {
  const error = { name: "ConflictStoreNameException", message: "Taken." };
  server.use(http.post(api("/store"), () => HttpResponse.json({ error }, { status: 409 })));
  const refused = await stores.create({} as never).catch((reason: ApiError) => reason);
  expect((refused as ApiError).fields).toEqual([{ field: "name", code: "unique", message: "Taken." }]);
});

test("what is deleted stays on its page until that is left", async () => {
  server.use(
    answers("/store/store-1", store("Aube")),
    http.delete(api("/store/store-1"), () => {
      server.use(
        http.get(api("/store/store-1"), () => {
          throw new Error("nobody asks for it");
        }),
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  show();
  await screen.findByText("Aube");
  await act(() => stores.remove("store-1"));
  // The server's word of the deletion, or of a change before it, may come while the page is being left.
  await act(() => refresh("store"));
  expect(screen.getByText("Aube")).toBeVisible();
});

test("what was brought back is asked for again at once, however lately it was read", async () => {
  const history = (action: string) => answers("/history", [{ action, actor: "Ada", at: AT, changes: [] }]);
  function History() {
    const { data = [] } = useGet("/history", { params: { query: { entity: "store", id: "store-1" } } });
    return data.map(({ action }) => <p key={action}>{action}</p>);
  }
  const showHistory = () =>
    render(
      <Screen>
        <SWRConfig value={{ dedupingInterval: 60_000 }}>
          <History />
        </SWRConfig>
      </Screen>,
    );
  server.use(
    history("create"),
    http.delete(api("/store/store-1"), () => new HttpResponse(null, { status: 204 })),
    http.post(api("/store/store-1/restore"), () => {
      server.use(history("restore"));
      return HttpResponse.json({ data: store("Aube") });
    }),
  );
  const { unmount } = showHistory();
  await screen.findByText("create");
  await act(() => stores.remove("store-1"));
  unmount();
  await act(() => stores.restore("store-1"));
  showHistory();
  await screen.findByText("restore");
});

test("what was brought back is asked for again once it is opened", async () => {
  server.use(
    answers("/store/store-1", store("Aube")),
    http.delete(api("/store/store-1"), () => new HttpResponse(null, { status: 204 })),
  );
  await stores.remove("store-1");
  show();
  await screen.findByText("Aube");
  server.use(answers("/store/store-1", store("Brume")));
  await act(() => refresh("store"));
  await screen.findByText("Brume");
});
