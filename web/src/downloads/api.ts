import { useGet } from "@comptoir/kit";
import type texts from "../../locales/fr/downloads.json";

/** What a stored file is; not found when it is gone or another's. */
export const useFile = (id: string) => useGet("/file/{id}", { params: { path: { id } } });

declare module "@comptoir/kit" {
  interface PortalResources {
    downloads: typeof texts;
  }
}
