import { client, unwrap, useSession } from "@comptoir/kit";
import { api, person, server } from "@comptoir/kit/testing";
import { renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { canKeep } from "../testing/offline";
import { createOutbox, UNSURE } from "./outbox";

type Told = string;
let count = 0;
/** The same changes in a page that was loaded anew, or in another tab. */
const page = (name: string) =>
  createOutbox<Told, unknown>(name, async ({ what, isAgain }, as = fetch) => {
    const body = new FormData();
    body.append("told", isAgain ? `${what} again` : what);
    return unwrap(client.POST("/logs", { body: body as never, fetch: as }));
  });

const created = () => HttpResponse.json({ data: {} }, { status: 201 });
const lost = () => HttpResponse.error();
const refused = () =>
  HttpResponse.json({ error: { name: "ForbiddenException", message: "Not yours" } }, { status: 403 });

/** What arrives, with its keys, each answered by the next of these, and then well. */
function host(...answers: (() => Response)[]) {
  const received: string[] = [];
  const keys: string[] = [];
  server.use(
    http.post(api("/logs"), async ({ request }) => {
      received.push(String((await request.formData()).get("told")));
      keys.push(request.headers.get("idempotency-key") ?? "");
      return (answers.shift() ?? created)();
    }),
  );
  return { received, keys };
}
const signIn = (id: string) =>
  useSession.setState({ status: "signedIn", user: person({ id, role: "factory" }) });

/** What a page shows of what waits. */
async function waiting(of: ReturnType<typeof page>) {
  await of.load();
  return renderHook(() => of.useWaiting()).result.current;
}

let name: string;
beforeEach(() => {
  canKeep();
  signIn("user-7");
  name = `outbox-${++count}`;
});

test("with a network, all is sent at once and nothing waits", async () => {
  const { received, keys } = host();
  const here = page(name);
  expect(await here.deliver("a")).toMatchObject({ waits: false, answer: { data: {} } });
  expect(received).toEqual(["a"]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(await waiting(here)).toEqual([]);
});

test("what waits is sent after the page was loaded anew, in order, once, by one of two tabs", async () => {
  const { received, keys } = host(lost, lost, lost);
  const before = page(name);
  for (const what of ["a", "b", "c"]) expect(await before.deliver(what)).toMatchObject({ waits: true });
  // The first alone was tried: the others come after it.
  expect(received).toEqual(["a", "a", "a"]);
  const [here, there] = [page(name), page(name)];
  expect((await waiting(here)).map(({ what }) => what)).toEqual(["a", "b", "c"]);
  await Promise.all([here.sendAll(), there.sendAll(), here.sendAll()]);
  expect(received.slice(3)).toEqual(["a", "b", "c"]);
  // What may have been made, its answer lost, is the same attempt.
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(new Set(keys).size).toBe(3);
  await here.sendAll();
  expect(received).toHaveLength(6);
  expect(await waiting(there)).toEqual([]);
});

test("what is refused stays with the reason, holds up nothing, and is tried again or given up", async () => {
  const { received, keys } = host(lost, lost, refused, created, refused);
  const here = page(name);
  await here.deliver("a");
  await here.deliver("b");
  await here.sendAll();
  const [left, ...others] = await waiting(page(name));
  expect(left).toMatchObject({ what: "a", refusal: { status: 403, message: "Not yours" } });
  expect(others).toEqual([]);
  expect(received).toEqual(["a", "a", "a", "b"]);
  await here.sendAll();
  expect(received).toHaveLength(4);

  await here.retry(left as NonNullable<typeof left>);
  expect(received.at(-1)).toBe("a again");
  expect(keys.at(-1)).toBe(keys[0]);
  const [again] = await waiting(here);
  expect(again?.refusal).toMatchObject({ status: 403 });
  await here.discard(again as NonNullable<typeof again>);
  expect(await waiting(here)).toEqual([]);
});

test("what is refused at once is told at once, and not kept", async () => {
  host(refused);
  const here = page(name);
  await expect(here.deliver("a")).rejects.toMatchObject({
    status: 403,
    message: "Not yours",
    kind: "forbidden",
  });
  expect(await waiting(here)).toEqual([]);
});

test("what a host that fails did not take goes on waiting", async () => {
  const { received } = host(() => new HttpResponse(null, { status: 503 }));
  const here = page(name);
  expect(await here.deliver("a")).toMatchObject({ waits: true });
  await here.sendAll();
  expect(received).toEqual(["a", "a"]);
});

test("nobody sees or sends what waits of somebody else, who finds it when they are back", async () => {
  const { received } = host(lost);
  const here = page(name);
  await here.deliver("a");
  signIn("user-8");
  expect(await waiting(here)).toEqual([]);
  await here.sendAll();
  expect(received).toEqual(["a"]);
  signIn("user-7");
  expect(await waiting(here)).toHaveLength(1);
  await here.sendAll();
  expect(received).toEqual(["a", "a"]);
});

test("who signs in while something is being sent does not send it", async () => {
  const { received } = host(lost);
  const here = page(name);
  await here.deliver("a");
  const sending = createOutbox<Told, unknown>(name, async ({ what }, as = fetch) => {
    signIn("user-8");
    return as(new Request(api("/logs"), { method: "POST", body: what }));
  });
  await sending.sendAll();
  expect(received).toEqual(["a"]);
  signIn("user-7");
  const [left] = await waiting(here);
  expect(left?.what).toBe("a");
  expect(left?.refusal).toBeUndefined();
});

test("what was tried so long ago that the host may not know its key any more is not sent without being asked for", async () => {
  const { received } = host(lost);
  const here = page(name);
  await here.deliver("a");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 24 * 3_600_000);
  await here.sendAll();
  expect(received).toEqual(["a"]);
  const [left] = await waiting(here);
  expect(left?.refusal?.name).toBe(UNSURE);
  await here.retry(left as NonNullable<typeof left>);
  expect(received).toEqual(["a", "a again"]);
});

test("where nothing can be kept, it is sent at once or not at all", async () => {
  vi.stubGlobal("isSecureContext", false);
  const { received } = host(lost);
  const here = page(name);
  await expect(here.deliver("a")).rejects.toMatchObject({ kind: "offline" });
  await here.deliver("b");
  expect(received).toEqual(["a", "b"]);
});
