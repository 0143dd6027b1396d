import { createContext, useContext } from "react";
import type { AreaName } from "./feature";

/** The area a screen stands in. */
export interface Area {
  name: AreaName;
  /** Where its addresses begin: `/admin`, `/customer/{organizationId}`. */
  base: string;
  /** The organization or factory whose area it is. */
  id?: string;
}

export const AreaContext = createContext<Area | null>(null);

/** The area around a screen that serves several of them. */
export function useArea(): Area {
  const area = useContext(AreaContext);
  if (!area) throw new Error("useArea: no area above");
  return area;
}
