import { client, unwrap } from "../api/client";
import { browser } from "./leave";

/** An address that gives a stored file to whoever asks, for a minute. */
export async function linkTo(id: string): Promise<string> {
  return (await unwrap(client.POST("/file/{id}/link", { params: { path: { id } } }))).data.url;
}

/** Downloads a stored file by a link made for this once. */
export const downloadStored = async (id: string): Promise<void> => browser.leaveTo(await linkTo(id));
