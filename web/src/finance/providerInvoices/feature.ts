import { lazy } from "react";
import type texts from "../../../locales/fr/providerInvoices.json";
import type { Feature } from "../../app/feature";
import { providerInvoicePaths } from "./paths";

const ProviderInvoiceList = lazy(() => import("./ProviderInvoiceList"));
const ImportProviderInvoice = lazy(() => import("./ImportProviderInvoice"));
const ProviderInvoiceDetail = lazy(() => import("./ProviderInvoiceDetail"));
const MarginsPage = lazy(() => import("./margins/MarginsPage"));

/** What fulfilment providers bill, checked and passed on to stores. All of the staff's, and nobody else's. */
export const providerInvoices: Feature = {
  id: "providerInvoices",
  screens: [
    {
      area: "admin",
      path: providerInvoicePaths.list.path,
      page: ProviderInvoiceList,
      menu: {
        group: "finance",
        label: { fr: "Factures prestataires", en: "Provider invoices" },
        icon: "factory",
      },
    },
    {
      area: "admin",
      path: providerInvoicePaths.create.path,
      page: ImportProviderInvoice,
      command: { fr: "Importer une facture prestataire", en: "Import provider invoice" },
    },
    {
      area: "admin",
      path: providerInvoicePaths.margins.path,
      page: MarginsPage,
      command: { fr: "Marges prestataires", en: "Provider margins" },
    },
    { area: "admin", path: providerInvoicePaths.detail.path, page: ProviderInvoiceDetail },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    providerInvoices: typeof texts;
  }
}
