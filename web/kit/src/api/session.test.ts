import { HttpResponse, http } from "msw";
import { afterEach, expect, test } from "vitest";
import { answers, api, person, server } from "../testing";
import { client, unwrap } from "./client";
import { ApiError } from "./error";
import { closeSession, openSession, renew, useSession } from "./session";

const session = (accessToken: string) => ({
  data: { accessToken, expiresAt: new Date(Date.now() + 600_000).toISOString(), user: person() },
});
const ends = http.delete(api("/auth/session"), () => new HttpResponse(null, { status: 204 }));
const current = () => unwrap(client.GET("/user/current"));

/** A server that knows one good token and hands out the next at each refresh. */
function rotating() {
  const seen = { refreshes: 0, good: "token-0" };
  server.use(
    http.post(api("/auth/session"), () => HttpResponse.json(session(seen.good))),
    http.post(api("/auth/refresh"), () => {
      seen.refreshes += 1;
      seen.good = `token-${seen.refreshes}`;
      return HttpResponse.json(session(seen.good));
    }),
    http.get(api("/user/current"), ({ request }) =>
      request.headers.get("authorization") === `Bearer ${seen.good}`
        ? HttpResponse.json({ data: person() })
        : HttpResponse.json({ error: { name: "UnauthorizedException", code: 401 } }, { status: 401 }),
    ),
  );
  return seen;
}

afterEach(async () => {
  server.use(ends);
  await closeSession();
});

test("a token that ran out is renewed once for all calls under way, and they are answered", async () => {
  const seen = rotating();
  await openSession("link");
  seen.good = "another";
  const all = await Promise.all([current(), current(), current()]);
  expect(all.map(({ data }) => data.displayName)).toEqual(["Ada", "Ada", "Ada"]);
  expect(seen.refreshes).toBe(1);
});

test("a session that cannot be renewed is over", async () => {
  rotating();
  await openSession("link");
  server.use(
    http.get(api("/user/current"), () => HttpResponse.json({}, { status: 401 })),
    http.post(api("/auth/refresh"), () => HttpResponse.json({}, { status: 401 })),
  );
  await expect(current()).rejects.toMatchObject({ status: 401 });
  expect(useSession.getState()).toEqual({ status: "signedOut", user: null });
});

test("a server that does not answer signs nobody out", async () => {
  rotating();
  await openSession("link");
  server.use(http.post(api("/auth/refresh"), () => HttpResponse.error()));
  expect(await renew()).toBe(false);
  expect(useSession.getState().status).toBe("signedIn");
});

test("at the start nobody knows who is signed in while the server does not answer", async () => {
  server.use(http.post(api("/auth/refresh"), () => HttpResponse.error()));
  useSession.setState({ status: "starting", user: null });
  await renew();
  expect(useSession.getState().status).toBe("unreachable");
});

test("a link that was used opens nothing and says which request it was", async () => {
  server.use(
    http.post(api("/auth/session"), () =>
      HttpResponse.json(
        { error: { name: "UnauthorizedException", code: 401, message: "used", requestId: "r-7" } },
        { status: 401 },
      ),
    ),
  );
  const failure = await openSession("old").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ name: "UnauthorizedException", requestId: "r-7" });
});

test("signing out ends the session here even when the server cannot be told", async () => {
  rotating();
  await openSession("link");
  server.use(http.delete(api("/auth/session"), () => HttpResponse.error()));
  expect(await closeSession()).toMatchObject({ kind: "offline" });
  expect(useSession.getState().status).toBe("signedOut");
});

test("an answer without the envelope of errors is an unknown error with the request's id", async () => {
  server.use(
    http.get(
      api("/user/current"),
      () => new HttpResponse("<html>", { status: 500, headers: { "x-request-id": "r-9" } }),
    ),
  );
  await expect(current()).rejects.toMatchObject({
    kind: "unknown",
    requestId: "r-9",
    name: "UnknowException",
  });
  server.use(answers("/user/current", person()));
  expect((await current()).data.id).toBe("user-1");
});

test("the server is told the portal's language", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get(api("/user/current"), ({ request }) => {
      asked.push(request.headers.get("accept-language"));
      return HttpResponse.json({ data: person() });
    }),
  );
  await current();
  expect(asked).toEqual(["fr"]);
});
