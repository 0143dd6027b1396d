import { useGet, useSession } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { renderHook, waitFor } from "@testing-library/react";
import { createStore, entries, set } from "idb-keyval";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { cache } from "swr/_internal";
import { beforeEach, expect, test, vi } from "vitest";
import { canKeep } from "../testing/offline";
import { forgetAnswers, keeping, MOST, pruneAnswers } from "./answers";
import { goOn } from "./goOn";
import { keepUser, keptUser } from "./keptUser";
import { useNetwork } from "./network";

const DAY_MS = 86_400_000;
const worker = person({ id: "user-7", role: "factory" });
const store = createStore("comptoir.answers", "answers");
const kept = () => entries<[string, string], { at: number; size: number; data: unknown }>(store);

const use = [keeping(/^\/logs$/)];
const Around = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ use, dedupingInterval: 0, shouldRetryOnError: false }}>{children}</SWRConfig>
);
const notes = (relationId = "production-1") =>
  renderHook(() => useGet("/logs", { params: { query: { relationId } } }), { wrapper: Around });

/** A page that was loaded anew knows nothing yet. */
const reload = () => {
  for (const key of [...cache.keys()]) cache.delete(key);
};
const cut = () => server.use(http.get(api("/logs"), () => HttpResponse.error()));

beforeEach(async () => {
  canKeep();
  // Also what the screens of a test before were answered while it ended.
  await forgetAnswers();
  useSession.setState({ status: "signedIn", user: worker });
  keepUser(worker);
  server.use(answers("/logs", []));
});

test("what was seen before is seen again where the network is gone, and it is said since when", async () => {
  const online = notes();
  await waitFor(() => expect(online.result.current.data).toEqual([]));
  await waitFor(async () => expect(await kept()).toHaveLength(1));
  const at = (await kept())[0]?.[1].at;
  online.unmount();
  reload();
  cut();
  const offline = notes();
  await waitFor(() => expect(offline.result.current.data).toEqual([]));
  expect(offline.result.current).toMatchObject({ error: undefined, stale: false });
  expect(useNetwork.getState()).toEqual({
    isOffline: true,
    known: { [Object.keys(useNetwork.getState().known)[0] ?? ""]: at },
  });

  server.use(answers("/logs", []));
  offline.result.current.retry();
  await waitFor(() => expect(useNetwork.getState()).toEqual({ isOffline: false, known: {} }));
});

test("what was never seen is not there", async () => {
  cut();
  const { result } = notes();
  await waitFor(() => expect(result.current.error).toMatchObject({ kind: "offline" }));
});

test("what one may not see any more is not kept", async () => {
  const { result, unmount } = notes();
  await waitFor(async () => expect(await kept()).toHaveLength(1));
  server.use(http.get(api("/logs"), () => HttpResponse.json({}, { status: 404 })));
  result.current.retry();
  await waitFor(async () => expect(await kept()).toHaveLength(0));
  unmount();
});

test("only what the screens of the area read is kept", async () => {
  server.use(answers("/user/current", worker));
  const { result } = renderHook(() => useGet("/user/current", {}), { wrapper: Around });
  await waitFor(() => expect(result.current.data).toBeDefined());
  expect(await kept()).toEqual([]);
});

test("a network that is too slow shows what was seen, and what comes later in its place", async () => {
  const first = notes();
  await waitFor(async () => expect(await kept()).toHaveLength(1));
  first.unmount();
  reload();
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get(api("/logs"), async () => {
      await wait;
      return HttpResponse.json({ data: ["late"] });
    }),
  );
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const slow = notes();
  await waitFor(() => expect(slow.result.current.data).toEqual([]));
  expect(useNetwork.getState().isOffline).toBe(true);
  answer();
  await waitFor(() => expect(slow.result.current.data).toEqual(["late"]));
  expect(useNetwork.getState().isOffline).toBe(false);
});

test("it is bounded in size and age", async () => {
  const at = Date.now();
  const size = MOST / 10;
  for (let day = 0; day < 12; day++)
    await set(["user-7", `${day}`], { at: at - day * DAY_MS, size, data: day }, store);
  await pruneAnswers();
  const left = await kept();
  expect(left.map(([[, key]]) => Number(key)).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (let more = 0; more < 12; more++)
    await set(["user-7", `more ${more}`], { at, size, data: more }, store);
  await pruneAnswers();
  const total = (await kept()).reduce((sum, [, answer]) => sum + answer.size, 0);
  expect(total).toBeLessThanOrEqual(MOST);
  expect(total).toBeGreaterThan(MOST / 2);
});

test.each([
  ["who signs out", { status: "signedOut", user: null }],
  ["somebody of the staff", { status: "signedIn", user: person({ id: "user-1" }) }],
] as const)("%s leaves nothing, and nothing comes later", async (_, session) => {
  const { unmount } = notes();
  await waitFor(async () => expect(await kept()).toHaveLength(1));
  useSession.setState(session);
  await goOn();
  expect(await kept()).toEqual([]);
  expect(keptUser()).toBeNull();
  unmount();
});

test("who was here last goes on while the server cannot be reached, for a week", async () => {
  useSession.setState({ status: "unreachable", user: null });
  await goOn();
  expect(useSession.getState()).toEqual({ status: "unreachable", user: worker });
  useSession.setState({ status: "unreachable", user: null });
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 8 * DAY_MS);
  await goOn();
  expect(useSession.getState().user).toBeNull();
});
