import { fileBlob, linkTo, type StoredFile, toApiError, useSession } from "@comptoir/kit";
import { PATIENCE_MS } from "./keptUser";
import { lost } from "./network";
import { createShelf, quietly } from "./shelf";
import { keepPdfs } from "./shell";

/** Together, in bytes. */
export const MOST_BYTES = 64_000_000;
/** What is larger is read in parts, and not kept. */
const LARGEST = MOST_BYTES / 8;
/** What is looked at within the portal. */
const LOOKED_AT = /^image\/|^application\/pdf$/;

/** As it is kept. */
interface Content {
  type: string;
  bytes: ArrayBuffer;
}

const shelf = createShelf<Content>("contents", MOST_BYTES);
export const { prune: pruneContents, forget: forgetContents } = shelf;

const API = "/api";

const blobOf = ({ type, bytes }: Content) => new Blob([bytes], { type });

/** The content at a link, kept; a PDF with what shows it. */
async function fetched(user: string, { id, mediaType }: StoredFile, link: string): Promise<Blob> {
  const blob = await fileBlob(link.slice(API.length));
  const content = { type: blob.type, bytes: await blob.arrayBuffer() };
  await quietly(shelf.keep(user, id, content, blob.size));
  if (mediaType === "application/pdf") void quietly(keepPdfs());
  return blobOf(content);
}

/**
 * Gives a stored file to be looked at: one that was seen before without the network too, and with it without fetching it again.
 * Whether it still may be seen is the server's to say, wherever it can be asked.
 */
export async function contentOf(file: StoredFile): Promise<Blob | string> {
  const { id, mediaType = "", size = 0 } = file;
  const linking = linkTo(id);
  if (!LOOKED_AT.test(mediaType) || size > LARGEST) return linking;
  const user = useSession.getState().user?.id ?? "";
  const recall = async () => {
    const kept = await quietly(shelf.recall(user, id));
    return kept && blobOf(kept.data);
  };
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  try {
    const link = await Promise.race([linking, late]);
    const kept = await recall();
    return kept ?? (await fetched(user, file, link ?? (await linking)));
  } catch (reason) {
    const { kind } = toApiError(reason);
    if (kind === "forbidden" || kind === "notFound") void quietly(shelf.drop(user, id));
    if (kind !== "offline") throw reason;
    lost();
    const kept = await recall();
    if (!kept) throw reason;
    return kept;
  } finally {
    // It is refused after what was kept was shown.
    linking.catch(() => {});
  }
}
