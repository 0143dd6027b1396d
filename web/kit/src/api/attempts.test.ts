import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { api, server } from "../testing/server";
import { client, unwrap } from "./client";
import { attempt } from "./hooks";

beforeEach(() => void vi.stubGlobal("isSecureContext", true));

const make = (name: string) =>
  attempt(() => unwrap(client.POST("/organization", { body: { name } as never })));

/** The keys of what is sent, each answered by the next of `answers`. */
function keysOf(...answers: (() => Response)[]): string[] {
  const keys: string[] = [];
  server.use(
    http.post(api("/organization"), ({ request }) => {
      keys.push(request.headers.get("idempotency-key") ?? "");
      return (answers.shift() ?? done)();
    }),
  );
  return keys;
}
const done = () => HttpResponse.json({ data: {} }, { status: 201 });
const lost = () => HttpResponse.error();
const busy = () => new HttpResponse(null, { status: 502 });
const refused = () => HttpResponse.json({ error: { name: "BadRequestException" } }, { status: 400 });

test.each([
  ["lost", lost],
  ["a gateway's", busy],
])("pressed again after an answer that was %s, it is the same attempt", async (_, answer) => {
  const keys = keysOf(answer, done);
  await make("Port");
  await make("Port");
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("changed values are another attempt", async () => {
  const keys = keysOf(lost, done);
  await make("Port");
  await make("Quai");
  expect(keys[1]).not.toBe(keys[0]);
});

test.each([
  ["what is made", done],
  ["a refusal", refused],
])("%s ends the attempt", async (_, answer) => {
  const keys = keysOf(answer, done);
  await make("Port");
  await make("Port");
  expect(keys[1]).not.toBe(keys[0]);
});

test("a form with files is the same attempt though its parts are divided anew", async () => {
  const keys: string[] = [];
  server.use(
    http.post(api("/logs"), ({ request }) => {
      keys.push(request.headers.get("idempotency-key") ?? "");
      return keys.length === 1 ? lost() : done();
    }),
  );
  const send = () => {
    const body = new FormData();
    body.append("files", new File(["a"], "a.txt"));
    return attempt(() => unwrap(client.POST("/logs", { body: body as never })));
  };
  await send();
  await send();
  expect(keys[1]).toBe(keys[0]);
});
