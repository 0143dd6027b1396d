import { lazy } from "react";
import type texts from "../../../locales/fr/invoices.json";
import type { AreaName, Feature, Screen } from "../../app/feature";
import { READ_INVOICE } from "../permissions";
import { invoicePaths } from "./paths";

const InvoiceList = lazy(() => import("./InvoiceList"));
const InvoiceDetail = lazy(() => import("./InvoiceDetail"));

const screens = (area: AreaName): Screen[] => [
  {
    area,
    path: invoicePaths.list.path,
    permission: READ_INVOICE,
    page: InvoiceList,
    menu: { group: "finance", label: { fr: "Factures", en: "Invoices" }, icon: "invoice" },
  },
  { area, path: invoicePaths.detail.path, permission: READ_INVOICE, page: InvoiceDetail },
];

/** What organizations are billed: staff make, issue and take back invoices, customers read their own once they are issued. */
export const invoices: Feature = {
  id: "invoices",
  screens: [...screens("admin"), ...screens("customer")],
  find: {
    search: async (text) => (await import("./api")).findInvoices(text),
    to: invoicePaths.detail,
  },
  opens: { invoice: invoicePaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    invoices: typeof texts;
  }
}
