import { lazy } from "react";
import type texts from "../../../locales/fr/accounting.json";
import type { Feature } from "../../app/feature";
import { READ_INVOICE } from "../permissions";
import { accountingPaths } from "./paths";

const AccountingPage = lazy(() => import("./AccountingPage"));
const EntryList = lazy(() => import("./EntryList"));

/** The company's books at an accounting service: what of the invoices is there, and how the portal speaks to it. Staff only. */
export const accounting: Feature = {
  id: "accounting",
  screens: [
    {
      area: "admin",
      path: accountingPaths.home.path,
      permission: READ_INVOICE,
      page: AccountingPage,
      menu: { group: "finance", label: { fr: "Comptabilité", en: "Accounting" }, icon: "finance" },
    },
    { area: "admin", path: accountingPaths.entries.path, permission: READ_INVOICE, page: EntryList },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    accounting: typeof texts;
  }
}
