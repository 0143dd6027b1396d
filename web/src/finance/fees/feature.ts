import { lazy } from "react";
import type texts from "../../../locales/fr/fees.json";
import type { AreaName, Feature, Screen } from "../../app/feature";
import { READ_FINANCE, WRITE_FINANCE } from "../permissions";
import { feePaths } from "./paths";

const FeeList = lazy(() => import("./FeeList"));
const FeeDetail = lazy(() => import("./FeeDetail"));
const NewFee = lazy(() => import("./FeeForm"));

const screens = (area: AreaName): Screen[] => [
  {
    area,
    path: feePaths.list.path,
    permission: READ_FINANCE,
    page: FeeList,
    menu: { group: "finance", label: { fr: "Frais", en: "Fees" }, icon: "fee" },
  },
  { area, path: feePaths.detail.path, permission: READ_FINANCE, page: FeeDetail },
];

/** What stores are charged once: for staff of every store, for customers of their own, with one amount. */
export const fees: Feature = {
  id: "fees",
  screens: [
    ...screens("admin"),
    {
      area: "admin",
      path: feePaths.create.path,
      permission: WRITE_FINANCE,
      page: NewFee,
      command: { fr: "Créer des frais", en: "Create fee" },
    },
    ...screens("customer"),
  ],
  find: {
    search: async (text) => (await import("./api")).findFees(text),
    to: feePaths.detail,
  },
  opens: { fee: feePaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    fees: typeof texts;
  }
}
