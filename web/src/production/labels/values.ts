import type { ApiPaths } from "@comptoir/kit";
import { create } from "zustand";
import { persist } from "zustand/middleware";

type Query = ApiPaths["/project-products/export/products-labels"]["get"]["parameters"]["query"];

/** How labels are printed: of pieces, and of boxes. */
export interface LabelValues extends Required<Pick<Query, "size" | "per">> {
  piecesPerBox: string;
}

/** What was last chosen in this browser. */
export const useLastLabels = create<LabelValues>()(
  persist((): LabelValues => ({ size: "a4", per: "variant", piecesPerBox: "50" }), {
    name: "comptoir.labels",
    version: 1,
  }),
);
