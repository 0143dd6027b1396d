import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { api, server } from "../testing";
import { inParts, lasting } from "./pdfParts";

const SIZE = 1_000_000;

/** A file whose parts are told as they are asked for. */
function serves(size: number): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api("/download/t"), ({ request }) => {
      const range = request.headers.get("range") ?? "";
      asked.push(range);
      const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(range) ?? []).map(Number);
      const last = Math.min(to, size - 1);
      return HttpResponse.arrayBuffer(new Uint8Array(last - from + 1).buffer, {
        status: 206,
        headers: { "content-range": `bytes ${from}-${last}/${size}` },
      });
    }),
  );
  return asked;
}

test("of a large PDF the beginning is read, and then what is asked for", async () => {
  const asked = serves(SIZE);
  const source = await inParts(async () => "/api/download/t", new AbortController().signal);
  if (!source.range) throw new Error("it was read whole");
  expect(source.range.length).toBe(SIZE);
  const handed: [number, number][] = [];
  source.range.onDataRange = (begin, part) => void handed.push([begin, part?.length ?? 0]);
  source.range.requestDataRange(900_000, SIZE);
  await vi.waitFor(() => expect(handed).toEqual([[900_000, 100_000]]));
  expect(asked).toEqual(["bytes=0-262143", "bytes=900000-999999"]);
});

test("a small one is there with the first part", async () => {
  const asked = serves(5_000);
  const source = await inParts(async () => "/api/download/t", new AbortController().signal);
  expect("data" in source && source.data).toHaveLength(5_000);
  expect(asked).toHaveLength(1);
});

test("a link is made anew before it expires, or where there came none", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const make = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue("/api/download/t");
  const link = lasting(make);
  await expect(link()).rejects.toThrow("offline");
  await link();
  await link();
  expect(make).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(50_000);
  await link();
  expect(make).toHaveBeenCalledTimes(3);
});
