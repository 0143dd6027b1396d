import { api, server } from "@comptoir/kit/testing";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { hostFrame } from "./frameHost";

/** The frame's end of a channel whose other end is the portal's, and what came of it. */
function opened() {
  const { port1, port2 } = new MessageChannel();
  const events = {
    onReady: vi.fn(),
    onFailed: vi.fn(),
    onPlace: vi.fn(),
    onGo: vi.fn((to: string) => to.startsWith("/admin/acme/")),
    onBack: vi.fn(),
    onUnsaved: vi.fn(),
  };
  const host = hostFrame("acme", port1, events);
  close = host.close;
  const heard: { type: string; id?: number; status?: number; to?: string; step?: number }[] = [];
  port2.onmessage = ({ data }) => heard.push(data);
  const say = (...messages: unknown[]) => {
    for (const message of messages) port2.postMessage(message);
  };
  return { host, events, heard, say };
}

let close = () => {};
afterEach(() => {
  close();
  vi.useRealTimers();
});

const call = (path: string, change: object = {}) => ({
  ...{ type: "call", id: 1, method: "GET", path, contentType: "", body: null },
  ...change,
});

test("a plugin's own call is made in its name, with nothing else that its screens add", async () => {
  const sent: Request[] = [];
  server.use(
    http.post(api("/acme/order"), ({ request }) => {
      sent.push(request.clone());
      return HttpResponse.json({ data: 1 }, { status: 201 });
    }),
  );
  const { heard, say } = opened();
  const headers = { authorization: "Bearer x", "idempotency-key": "theirs" };
  say(call("/acme/order", { method: "POST", contentType: "application/json", body: '{"a":1}', headers }));
  await vi.waitFor(() => expect(heard).toMatchObject([{ type: "answer", id: 1, status: 201 }]));
  const [request] = sent;
  expect(request?.headers.get("comptoir-plugin")).toBe("acme");
  expect(request?.headers.get("authorization")).toBeNull();
  expect(request?.headers.get("idempotency-key")).not.toBe("theirs");
  expect(await request?.json()).toEqual({ a: 1 });
});

test("what its screens may not ask is not asked", async () => {
  const { heard, say, events } = opened();
  say(call("/user", { method: "POST", body: "{}" }), call("/acme/../user", { id: 2 }), {
    type: "upload",
    id: 3,
    path: "/file",
    parts: [],
  });
  await vi.waitFor(() => expect(heard.map(({ status }) => status)).toEqual([403, 403, 403]));
  expect(events.onFailed).not.toHaveBeenCalled();
});

test("where it may not lead it is told where it is", async () => {
  const { host, heard, say } = opened();
  host.at("/admin/acme/order");
  say({ type: "go", to: "/admin/user", replace: false, step: 1 });
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: "at", to: "/admin/acme/order", step: 1 }));
});

for (const [what, ...messages] of [
  ["what is no message", "ready"],
  ["nothing", null],
  ["an unknown type", { type: "open" }],
  ["an unknown method", call("/acme/order", { method: "TRACE" })],
  ["more than a body can be", call("/acme/order", { body: "x".repeat((1 << 20) + 1) })],
  ["an address without end", call(`/acme/${"x".repeat(20_000)}`)],
  [
    "a way of a thousand steps",
    { type: "place", title: "x", breadcrumbs: Array(1_000).fill({ label: "", to: "" }) },
  ],
  ["more than a screen has to say", ...Array(400).fill({ type: "pong" })],
] as const) {
  test(`${what} ends the channel`, async () => {
    const { events, say } = opened();
    say(...messages, { type: "ready" });
    await vi.waitFor(() => expect(events.onFailed).toHaveBeenCalledWith("failed", expect.any(String)));
    expect(events.onReady).not.toHaveBeenCalled();
    expect(events.onFailed).toHaveBeenCalledTimes(1);
  });
}

test("a frame that never shows anything, or falls silent, has its time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const late = opened();
  vi.advanceTimersByTime(20_000);
  expect(late.events.onFailed).toHaveBeenCalledWith("timeout", expect.any(String));
  const silent = opened();
  silent.say({ type: "ready" });
  await vi.waitFor(() => expect(silent.events.onReady).toHaveBeenCalled());
  vi.advanceTimersByTime(60_000);
  expect(silent.events.onFailed).toHaveBeenCalledWith("timeout", expect.any(String));
});
