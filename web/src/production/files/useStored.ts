import { linkTo } from "@comptoir/kit";
import { useCallback } from "react";

/** What gives a link to a stored file, the same function for the same file. */
export const useStored = (fileId: string) => useCallback(() => linkTo(fileId), [fileId]);
