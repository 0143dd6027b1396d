import { useSession } from "@comptoir/kit";
import { api, person, server } from "@comptoir/kit/testing";
import { waitFor } from "@testing-library/react";
import { createStore, entries } from "idb-keyval";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { canKeep } from "../testing/offline";
import { contentOf, forgetContents } from "./contents";
import { goOn } from "./goOn";
import { keepUser } from "./keptUser";

const PICTURE = { id: "picture-1", mediaType: "image/png" };
const worker = person({ id: "user-7", role: "factory" });
const store = createStore("comptoir.contents", "contents");
const kept = async () => (await entries(store)).map(([key]) => key);

/** The host gives pictures; what was fetched of it. */
function gives(content = "pixels") {
  const asked: string[] = [];
  server.use(
    http.post(api("/file/:id/link"), ({ params }) =>
      HttpResponse.json({ data: { url: `/api/download/${params.id}` } }),
    ),
    http.get(api("/download/:id"), ({ params }) => {
      asked.push(String(params.id));
      return new HttpResponse(content, { headers: { "content-type": "image/png" } });
    }),
  );
  return asked;
}
const cut = () => server.use(http.all("*/api/*", () => HttpResponse.error()));
const text = (content: Blob | string) =>
  new Promise((resolve) => {
    if (typeof content === "string") return resolve(content);
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(content);
  });

beforeEach(async () => {
  canKeep();
  // Also what the screens of a test before were answered while it ended.
  await forgetContents();
  useSession.setState({ status: "signedIn", user: worker });
  keepUser(worker);
});

test("a picture that was seen is seen without a network, and fetched once", async () => {
  const asked = gives();
  expect(await text(await contentOf(PICTURE))).toBe("pixels");
  expect(await text(await contentOf(PICTURE))).toBe("pixels");
  expect(asked).toEqual(["picture-1"]);
  cut();
  expect(await text(await contentOf(PICTURE))).toBe("pixels");
  await expect(contentOf({ ...PICTURE, id: "unseen" })).rejects.toMatchObject({ kind: "offline" });
});

test("what one may not see any more is not shown, nor kept", async () => {
  gives();
  await contentOf(PICTURE);
  server.use(http.post(api("/file/picture-1/link"), () => HttpResponse.json({}, { status: 404 })));
  await expect(contentOf(PICTURE)).rejects.toMatchObject({ kind: "notFound" });
  await waitFor(async () => expect(await kept()).toEqual([]));
  cut();
  await expect(contentOf(PICTURE)).rejects.toMatchObject({ kind: "offline" });
});

test("where the network is too slow, what was seen is shown meanwhile", async () => {
  gives();
  await contentOf(PICTURE);
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(api("/file/:id/link"), async () => {
      await wait;
      return HttpResponse.json({}, { status: 404 });
    }),
  );
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const content = await contentOf(PICTURE);
  vi.useRealTimers();
  expect(await text(content)).toBe("pixels");
  answer();
});

test("a document is kept too; one that is large is read in parts by a link, and what is not looked at is none of it", async () => {
  const asked = gives();
  const pack = { id: "pack", mediaType: "application/pdf", size: 2_000_000 };
  expect(await text(await contentOf(pack))).toBe("pixels");
  expect(await contentOf({ ...pack, id: "book", size: 200_000_000 })).toBe("/api/download/book");
  expect(await contentOf({ id: "sheet", mediaType: "text/csv", size: 10 })).toBe("/api/download/sheet");
  expect(asked).toEqual(["pack"]);
  expect(await kept()).toEqual([["user-7", "pack"]]);
  cut();
  expect(await text(await contentOf(pack))).toBe("pixels");
});

test("another sees none of it, and who signs out leaves none", async () => {
  gives();
  await contentOf(PICTURE);
  expect(await kept()).toEqual([["user-7", "picture-1"]]);
  const other = person({ id: "user-8", role: "factory" });
  useSession.setState({ user: other });
  cut();
  await expect(contentOf(PICTURE)).rejects.toMatchObject({ kind: "offline" });
  useSession.setState({ status: "signedOut", user: null });
  await goOn();
  expect(await kept()).toEqual([]);
});
