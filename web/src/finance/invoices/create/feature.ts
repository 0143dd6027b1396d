import { lazy } from "react";
import type texts from "../../../../locales/fr/invoicing.json";
import type { Feature } from "../../../app/feature";
import { invoicePaths } from "../paths";

const NewInvoice = lazy(() => import("./NewInvoice"));

/** What making one takes: what is proposed tells of fees, of stores and of who owns them (specification, document 2, section 6). */
const MAKE_INVOICE = ["WRITE_INVOICE", "READ_INVOICE", "READ_FEE", "READ_STORE", "READ_ORGANIZATION"];

/** Making an invoice, in three steps. */
export const invoicing: Feature = {
  id: "invoicing",
  screens: [
    {
      area: "admin",
      path: invoicePaths.create.path,
      permission: MAKE_INVOICE,
      page: NewInvoice,
      command: { fr: "Créer une facture", en: "Create invoice" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    invoicing: typeof texts;
  }
}
