import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  RenderingCancelledException,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { inParts, lasting, read } from "./pdfParts";

// The legacy build brings what a browser of last year lacks. The worker is our own: the Content-Security-Policy admits
// no other.
GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).href;

/** Sharper than this nobody sees, and large canvases cost memory. */
const MAX_PIXEL_RATIO = 2;

/** A PDF: itself, an address on this origin, or what gives it or a link to it, of which then only what is looked at is read. */
export type PdfSource = string | Blob | (() => Promise<string | Blob>);

/** What reads PDFs. */
export const reader = {
  /** Opens a PDF; `close` gives back what it holds, whether it came to be open or not. */
  open,
};

function open(src: PdfSource): { pdf: Promise<PDFDocumentProxy>; close: () => void } {
  const closed = new AbortController();
  let task: ReturnType<typeof getDocument> | null = null;
  const load = async () => {
    const document = await documentOf(src, closed.signal);
    closed.signal.throwIfAborted();
    task = getDocument({ ...document, worker: worker() });
    return task.promise;
  };
  const close = () => {
    closed.abort();
    void task?.destroy();
  };
  return { pdf: load(), close };
}

let shared: PDFWorker | undefined;

/** One for all: where dozens of documents are shown, each would have a thread of its own. */
function worker(): PDFWorker {
  if (!shared) {
    shared = new PDFWorker();
    // One that did not start does not stand in the way of the next.
    shared.promise.catch(() => {
      shared = undefined;
    });
  }
  return shared;
}

/** Read here and not by the worker, which knows nothing of the session. */
async function documentOf(src: PdfSource, signal: AbortSignal) {
  const give = typeof src === "function" ? lasting(src) : async () => src;
  const given = await give();
  if (typeof given !== "string") return { data: await given.arrayBuffer() };
  if (typeof src === "function") return inParts(give as () => Promise<string>, signal);
  return { data: await (await read(given, { signal })).arrayBuffer() };
}

/** What stands on a page. */
export async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

/** Draws a page as wide as told, in pixels of the layout. Returns what stops the drawing. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): () => void {
  const ratio = Math.min(window.devicePixelRatio || 1, MAX_PIXEL_RATIO);
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (width * ratio) / natural.width });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport });
  task.promise.catch((reason: unknown) => {
    if (!(reason instanceof RenderingCancelledException)) throw reason;
  });
  return () => task.cancel();
}
