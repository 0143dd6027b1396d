import { client, unwrap, useGet } from "@comptoir/kit";
import type texts from "../../locales/fr/downloads.json";
import { leaveTo } from "./leave";

/** What a stored file is; not found when it is gone or another's. */
export const useFile = (id: string) => useGet("/file/{id}", { params: { path: { id } } });

/** Downloads a stored file by a link made for this once. */
export async function downloadStored(id: string): Promise<void> {
  const { data } = await unwrap(client.POST("/file/{id}/link", { params: { path: { id } } }));
  leaveTo(data.url);
}

declare module "@comptoir/kit" {
  interface PortalResources {
    downloads: typeof texts;
  }
}
