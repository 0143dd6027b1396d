import { lazy } from "react";
import type { Feature } from "../app/feature";

const AuditProductPage = lazy(() => import("./AuditProductPage"));
const CreateAuditProduct = lazy(() => import("./CreateAuditProduct"));

/** The records that chart compilers count, kept below their store. Their reports are a plugin's screen. */
export const phonographic: Feature = {
  id: "phonographic",
  screens: [
    {
      area: "admin",
      path: "store/:storeId/audit/create",
      permission: ["READ_AUDIT", "WRITE_AUDIT"],
      page: CreateAuditProduct,
    },
    {
      area: "admin",
      path: "store/:storeId/audit/:productId",
      permission: "READ_AUDIT",
      page: AuditProductPage,
    },
  ],
};
