import { client, unwrap } from "../api/client";
import { leaveTo } from "./leave";

/** Downloads a stored file by a link made for this once. */
export async function downloadStored(id: string): Promise<void> {
  const { data } = await unwrap(client.POST("/file/{id}/link", { params: { path: { id } } }));
  leaveTo(data.url);
}
