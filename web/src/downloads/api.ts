import { useGet } from "@comptoir/kit";

/** What a stored file is; not found when it is gone or another's. */
export const useFile = (id: string) => useGet("/file/{id}", { params: { path: { id } } });
