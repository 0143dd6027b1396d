import { createContext } from "react";
import { client, unwrap } from "../api/client";
import { browser } from "./leave";

/** An address that gives a stored file to whoever asks, for a minute. */
export async function linkTo(id: string): Promise<string> {
  return (await unwrap(client.POST("/file/{id}/link", { params: { path: { id } } }))).data.url;
}

/** A stored file that somebody looks at. */
export interface StoredFile {
  id: string;
  mediaType?: string;
  /** In bytes. */
  size?: number;
}

/** What gives stored files to be looked at, or an address of them: where the network comes and goes, what keeps them too. */
export const ContentContext = createContext((file: StoredFile): Promise<Blob | string> => linkTo(file.id));

/** Downloads a stored file by a link made for this once. */
export const downloadStored = async (id: string): Promise<void> => browser.leaveTo(await linkTo(id));
