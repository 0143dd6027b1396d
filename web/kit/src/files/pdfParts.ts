import { PDFDataRangeTransport } from "pdfjs-dist/legacy/build/pdf.mjs";
import { authorizedFetch } from "../api/session";

/** How much is read at once, in bytes. */
const PART = 1 << 18;
/** A link is good for a minute; before, there is a new one. */
const LINK_MS = 45_000;
/** How often a part is asked for, and how long after the first failure; each time twice as long. */
const TRIES = 5;
const WAIT_MS = 1_000;

/** What an address on this origin holds, or a part of that. */
export async function read(address: string, init?: RequestInit): Promise<Response> {
  const response = await authorizedFetch(new Request(new URL(address, location.href), init));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** What makes something that is good for a while, and makes it anew once that is over. */
export function lasting<T>(make: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  let until = 0;
  return () => {
    if (!loaded || Date.now() > until) {
      until = Date.now() + LINK_MS;
      loaded = make();
      loaded.catch(() => {
        loaded = null;
      });
    }
    return loaded;
  };
}

/** Tries again for a while, as the library would wait for a part for ever. */
async function patiently<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (reason) {
      if (tries === TRIES || signal.aborted) throw reason;
      await new Promise((done) => setTimeout(done, WAIT_MS * 2 ** (tries - 1)));
    }
  }
}

/**
 * What a PDF is opened by of which only those parts are read that the pages looked at need, however large it is.
 *
 * @param link gives an address that is good now
 */
export async function inParts(link: () => Promise<string>, signal: AbortSignal) {
  const readPart = async (begin: number, end: number) =>
    read(await link(), { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
  const first = await readPart(0, PART);
  const data = new Uint8Array(await first.arrayBuffer());
  const length = Number(first.headers.get("content-range")?.split("/")[1] ?? data.length);
  if (data.length >= length) return { data };
  const range = new PDFDataRangeTransport(length, data);
  range.requestDataRange = (begin, end) => {
    const bytes = async () => (await readPart(begin, end)).arrayBuffer();
    // A page whose part does not come stays white.
    patiently(bytes, signal).then(
      (part) => signal.aborted || range.onDataRange(begin, new Uint8Array(part)),
      () => {},
    );
  };
  return { range, rangeChunkSize: PART, disableAutoFetch: true, disableStream: true };
}
