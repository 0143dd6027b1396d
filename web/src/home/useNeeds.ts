import {
  type ApiError,
  cursorOf,
  type Day,
  dayOf,
  daysAfter,
  type Filter,
  presetRange,
  type Schemas,
  useCan,
  useGet,
  useIsStaff,
  useList,
  useMayOpen,
  usePlugins,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { asidePaths } from "../aside/paths";
import { invoicePaths } from "../finance/invoices/paths";
import { inboundPaths } from "../inbound/paths";
import { jobsPath } from "../jobs/paths";
import { orderPaths } from "../orders/paths";
import { productPaths } from "../products/paths";
import { listed, monthName, one } from "./values";

interface Answer {
  error: ApiError | undefined;
  retry(): void;
}

type Count = Pick<Schemas["Meta"], "total" | "exact">;
type Status = Schemas["OrderStatusCount"]["status"];
type NeedId =
  | "blocked"
  | "exceptions"
  | "backorders"
  | "addresses"
  | "arrivals"
  | "aside"
  | "synchronizations"
  | "invoices"
  | "stock";

/** What waits for somebody. */
export interface Need extends Answer {
  id: NeedId;
  label: string;
  /** Why it waits. */
  reason: string;
  /** The list of just those. */
  to: string;
  /** Undefined: not known yet, or not to be had. */
  count: Count | undefined;
}

const SYNCHRONIZATIONS = one(
  "name",
  ...["orders.synchronize", "products.synchronize", "inventories.synchronize", "bundles.synchronize"],
  ...["inbound-shipments.synchronize", "tickets.synchronize"],
);
const FAILED = [one("status", "FAILED"), { field: "createdAt", from: "week" }, SYNCHRONIZATIONS];
const LOW = [one("stock", "low")];
const ADDRESSES = [one("hold", "ADDRESS", "ADDRESS_UNCONFIRMED")];
/** Shipments that were to be there before today, and of which nothing came yet. */
const late = (today: Day): Filter[] => [
  one("status", "TRANSMITTED"),
  { field: "expectedAt", to: daysAfter(today, -1) },
];

const counting = (filters: Filter[]) => cursorOf({ take: 0, filters });

/** How the orders stand that one may see; nothing is asked of who may see none. */
export const useStanding = () => useGet(useCan()("READ_ORDER") ? "/order/summary" : null, {});
export type Standing = ReturnType<typeof useStanding>;

/** The list of goods on their way to warehouses: for staff among the screens of their provider, if it has one. */
function useArrivalsList(): string | undefined {
  const area = useArea();
  const isStaff = useIsStaff();
  const mayOpen = useMayOpen();
  const { data: plugins } = usePlugins();
  const owners = isStaff ? (plugins ?? []).map(({ id }) => `${area.base}/${id}`) : [area.base];
  return owners.map((base) => inboundPaths.list({ base })).find(mayOpen);
}

/** What needs a hand, as far as the person may read of it: each is there before its count is. */
export function useNeeds(standing: Standing): Need[] {
  const { t, i18n } = useTranslation("home");
  const area = useArea();
  const can = useCan();
  const isStaff = useIsStaff();
  const today = dayOf(new Date());
  const { from: date } = presetRange("lastMonth", today);
  const month = monthName(i18n.resolvedLanguage, date);
  const [readsOrders, readsProducts] = [can("READ_ORDER"), can("READ_PRODUCT")];
  const [readsAside, readsJobs] = [isStaff && can("READ_CONNECTOR"), isStaff && can("SUPER_ADMIN")];
  const addresses = useList("/order", readsOrders ? counting(ADDRESSES) : null);
  const arrivalsList = useArrivalsList();
  const readsArrivals = readsOrders && arrivalsList !== undefined;
  const arrivals = useList("/inbound-shipment", readsArrivals ? counting(late(today)) : null);
  const readsInvoices = isStaff && can(["READ_INVOICE", "READ_STORE"]);
  const aside = useList("/set-aside-item", readsAside ? counting([]) : null);
  const jobs = useList("/job", readsJobs ? counting(FAILED) : null);
  const low = useList("/product", readsProducts ? counting(LOW) : null);
  const missing = useGet(readsInvoices ? "/invoice/missing-invoice" : null, { params: { query: { date } } });

  const need = (id: NeedId, isRead: boolean, to: string, of: Answer, count: Count | undefined): Need[] => {
    if (!isRead) return [];
    const words = { label: t(`needs.${id}.label`), reason: t(`needs.${id}.reason`, { month }) };
    return [{ id, to, ...words, count, error: of.error, retry: of.retry }];
  };
  const ofStatus = (id: NeedId, status: Status) => {
    const found = standing.data?.byStatus.find((row) => row.status === status);
    const to = listed(orderPaths.list(area), one("status", status));
    return need(id, readsOrders, to, standing, standing.data && { total: found?.count ?? 0, exact: true });
  };
  return [
    ...ofStatus("blocked", "ACTION_REQUIRED"),
    ...ofStatus("exceptions", "EXCEPTION"),
    ...ofStatus("backorders", "BACKORDER"),
    ...need(
      "addresses",
      readsOrders,
      listed(orderPaths.list(area), ...ADDRESSES),
      addresses,
      addresses.page?.meta,
    ),
    ...need(
      "arrivals",
      readsArrivals,
      listed(arrivalsList ?? "", ...late(today)),
      arrivals,
      arrivals.page?.meta,
    ),
    ...need("aside", readsAside, listed(asidePaths.list(area)), aside, aside.page?.meta),
    ...need("synchronizations", readsJobs, listed(jobsPath(area), ...FAILED), jobs, jobs.page?.meta),
    ...need(
      "invoices",
      readsInvoices,
      invoicePaths.list(area),
      missing,
      missing.data && { total: missing.data.length, exact: true },
    ),
    ...need("stock", readsProducts, listed(productPaths.list(area), ...LOW), low, low.page?.meta),
  ];
}
