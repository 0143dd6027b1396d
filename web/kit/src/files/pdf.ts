import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { authorizedFetch } from "../api/session";

// The legacy build brings what a browser of last year lacks. The worker is our own: the Content-Security-Policy admits
// no other.
GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).href;

/** Sharper than this nobody sees, and large canvases cost memory. */
const MAX_PIXEL_RATIO = 2;

/** What reads PDFs. */
export const reader = {
  /** Opens a PDF; `close` gives back what it holds, whether it came to be open or not. */
  open,
};

function open(src: string | Blob): { pdf: Promise<PDFDocumentProxy>; close: () => void } {
  let isClosed = false;
  let task: ReturnType<typeof getDocument> | null = null;
  const load = async () => {
    // Read here and not by the worker, which knows nothing of the session.
    const data = typeof src === "string" ? await bytesOf(src) : await src.arrayBuffer();
    if (isClosed) throw new Error("closed before it was open");
    task = getDocument({ data });
    return task.promise;
  };
  const close = () => {
    isClosed = true;
    void task?.destroy();
  };
  return { pdf: load(), close };
}

async function bytesOf(address: string): Promise<ArrayBuffer> {
  const response = await authorizedFetch(new Request(new URL(address, location.href)));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
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
