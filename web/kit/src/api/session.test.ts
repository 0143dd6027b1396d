import { renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test } from "vitest";
import { answers, api, person, server } from "../testing";
import { client, unwrap } from "./client";
import { ApiError } from "./error";
import { useGet } from "./hooks";
import { closeSession, onSignInTooOld, openSession, renew, useSession } from "./session";

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
  await openSession({ token: "link" });
  seen.good = "another";
  const all = await Promise.all([current(), current(), current()]);
  expect(all.map(({ data }) => data.displayName)).toEqual(["Ada", "Ada", "Ada"]);
  expect(seen.refreshes).toBe(1);
});

test("a session that cannot be renewed is over", async () => {
  rotating();
  await openSession({ token: "link" });
  server.use(
    http.get(api("/user/current"), () => HttpResponse.json({}, { status: 401 })),
    http.post(api("/auth/refresh"), () => HttpResponse.json({}, { status: 401 })),
  );
  await expect(current()).rejects.toMatchObject({ status: 401 });
  // The sign-in page says so.
  expect(useSession.getState()).toEqual({ status: "signedOut", user: null, isOver: true });
});

test("a server that does not answer signs nobody out", async () => {
  rotating();
  await openSession({ token: "link" });
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
  const failure = await openSession({ token: "old" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ name: "UnauthorizedException", requestId: "r-7" });
});

test("signing out ends the session here even when the server cannot be told", async () => {
  rotating();
  await openSession({ token: "link" });
  server.use(http.delete(api("/auth/session"), () => HttpResponse.error()));
  expect(await closeSession()).toMatchObject({ kind: "offline" });
  expect(useSession.getState().status).toBe("signedOut");
});

test("who signs out and in again at once finds their pages filled", async () => {
  rotating();
  const read = () => renderHook(() => useGet("/user/current", {}));
  const shown = ({ result }: ReturnType<typeof read>) =>
    waitFor(() => expect(result.current.data?.displayName).toBe("Ada"));
  await openSession({ token: "link" });
  const before = read();
  await shown(before);
  before.unmount();
  server.use(ends);
  await closeSession();
  await openSession({ token: "link" });
  await shown(read());
});

test("what a page asks for while it is found out that nobody is signed in reaches it", async () => {
  let answer = () => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(api("/auth/refresh"), () => HttpResponse.json({}, { status: 401 })),
    http.get(api("/plugins"), async () => {
      await waits;
      return HttpResponse.json({ data: [] });
    }),
  );
  const page = renderHook(() => useGet("/plugins", {}));
  expect(await renew()).toBe(false);
  answer();
  await waitFor(() => expect(page.result.current.data).toEqual([]));
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

const tooOld = { error: { name: "ForbiddenSignInAgeException", code: 403, message: "Too old" } };

/** A server that takes a change once somebody has signed in again. */
function strict() {
  const seen = { tries: 0, again: false, user: person() };
  server.use(
    http.post(api("/auth/session"), () => HttpResponse.json(session("token"))),
    http.post(api("/auth/passkey"), () => {
      seen.again = true;
      return HttpResponse.json({ data: { ...session("fresh").data, user: seen.user } });
    }),
    http.patch(api("/user/current"), async ({ request }) => {
      seen.tries += 1;
      const isFresh = seen.again && request.headers.get("authorization") === "Bearer fresh";
      return isFresh
        ? HttpResponse.json({ data: await request.json() })
        : HttpResponse.json(tooOld, { status: 403 });
    }),
  );
  return seen;
}

const change = () => unwrap(client.PATCH("/user/current", { body: { locale: "en" } }));
const passkey = () => openSession({ challenge: "c", credential: {} });

test("what takes a recent sign-in is sent again by itself after one, once for all calls under way", async () => {
  const seen = strict();
  await openSession({ token: "link" });
  let asked = 0;
  const forget = onSignInTooOld(async () => {
    asked += 1;
    await passkey();
    return true;
  });
  const all = await Promise.all([change(), change()]);
  forget();
  expect(all.map(({ data }) => data)).toEqual([{ locale: "en" }, { locale: "en" }]);
  expect([asked, seen.tries]).toEqual([1, 4]);
});

test("who gives up, or comes back as another, changes nothing", async () => {
  const seen = strict();
  await openSession({ token: "link" });
  const refused = async () => (await change().catch((error: ApiError) => error)) as ApiError;
  expect((await refused()).name).toBe("ForbiddenSignInAgeException");
  let forget = onSignInTooOld(async () => false);
  expect((await refused()).message).toBe("Too old");
  forget();
  seen.user = person({ id: "another" });
  forget = onSignInTooOld(async () => {
    await passkey();
    return true;
  });
  const { tries } = seen;
  expect((await refused()).name).toBe("ForbiddenSignInAgeException");
  expect(seen.tries).toBe(tries + 1);
  forget();
});

test("who went on without the server is known to it before anything of theirs is asked for", async () => {
  const seen = rotating();
  useSession.setState({ status: "unreachable", user: person() });
  expect((await current()).data.displayName).toBe("Ada");
  expect(seen.refreshes).toBe(1);
  expect(useSession.getState().status).toBe("signedIn");
});

test("nothing is asked for in the name of who signed in meanwhile", async () => {
  const seen = rotating();
  const other = { data: { ...session("token-9").data, user: person({ id: "user-9" }) } };
  const theirs = http.post(api("/auth/refresh"), () => {
    seen.good = "token-9";
    return HttpResponse.json(other);
  });
  server.use(theirs);
  useSession.setState({ status: "unreachable", user: person() });
  await expect(current()).rejects.toMatchObject({ kind: "offline" });

  rotating();
  await openSession({ token: "link" });
  server.use(
    theirs,
    http.get(api("/user/current"), () => HttpResponse.json({}, { status: 401 }), { once: true }),
  );
  await expect(current()).rejects.toMatchObject({ status: 401 });
  expect(useSession.getState().user?.id).toBe("user-9");
});
