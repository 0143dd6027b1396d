import { analytics } from "../analytics/feature";
import { aside } from "../aside/feature";
import { bundles } from "../bundles/feature";
import { charts } from "../charts/feature";
import { developer } from "../developer/feature";
import { accounting } from "../finance/accounting/feature";
import { analysis } from "../finance/analysis/feature";
import { charges } from "../finance/charges/feature";
import { commissions } from "../finance/commissions/feature";
import { company } from "../finance/company/feature";
import { fees } from "../finance/fees/feature";
import { invoicing } from "../finance/invoices/create/feature";
import { invoices } from "../finance/invoices/feature";
import { providerGaps } from "../finance/providerGaps/feature";
import { providerInvoices } from "../finance/providerInvoices/feature";
import { storage } from "../finance/storage/feature";
import { homes } from "../home/feature";
import { identity } from "../identity/feature";
import { inbound } from "../inbound/feature";
import { jobs } from "../jobs/feature";
import { orders } from "../orders/feature";
import { orderPaste } from "../orders/paste/feature";
import { organizations, terms } from "../organizations/feature";
import { factories } from "../production/factories/feature";
import { factoryArea, factoryHome } from "../production/factoryArea/feature";
import { projectImport } from "../production/import/feature";
import { productions } from "../production/productions/feature";
import { projectProducts } from "../production/products/feature";
import { projects } from "../production/projects/feature";
import { tags } from "../production/tags/feature";
import { products } from "../products/feature";
import { shipping } from "../shipping/feature";
import { simulations } from "../simulations/feature";
import { stores } from "../stores/feature";
import { tickets } from "../tickets/feature";
import { users } from "../users/feature";
import type { Feature } from "./feature";

/** The portal's own domains, in the order of their entries in the navigation. */
export const FEATURES: Feature[] = [
  homes,
  factoryHome,
  factoryArea,
  orders,
  orderPaste,
  products,
  bundles,
  inbound,
  tickets,
  analytics,
  projects,
  projectProducts,
  projectImport,
  productions,
  factories,
  tags,
  analysis,
  invoices,
  invoicing,
  fees,
  charges,
  commissions,
  providerInvoices,
  providerGaps,
  storage,
  accounting,
  users,
  organizations,
  stores,
  company,
  charts,
  terms,
  shipping,
  aside,
  developer,
  simulations,
  jobs,
  identity,
];
