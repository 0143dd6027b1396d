import { lazy } from "react";
import type texts from "../../../locales/fr/commissions.json";
import type { Feature } from "../../app/feature";
import { READ_FINANCE, WRITE_FINANCE } from "../permissions";
import { commissionPaths } from "./paths";

const CommissionList = lazy(() => import("./CommissionList"));
const CommissionDetail = lazy(() => import("./CommissionDetail"));
const NewCommission = lazy(() => import("./CommissionForm"));

/** The company's share of what stores sell, by tiers. Staff only. */
export const commissions: Feature = {
  id: "commissions",
  screens: [
    {
      area: "admin",
      path: commissionPaths.list.path,
      permission: READ_FINANCE,
      page: CommissionList,
      menu: { group: "finance", label: { fr: "Commissions", en: "Commissions" }, icon: "commission" },
    },
    {
      area: "admin",
      path: commissionPaths.create.path,
      permission: WRITE_FINANCE,
      page: NewCommission,
      command: { fr: "Créer une commission", en: "Create commission" },
    },
    { area: "admin", path: commissionPaths.detail.path, permission: READ_FINANCE, page: CommissionDetail },
  ],
  opens: { commission: commissionPaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    commissions: typeof texts;
  }
}
