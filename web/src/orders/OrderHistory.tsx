import { History, HistoryList, Section, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";
import { useStatuses } from "./useStatuses";

/** What the fields of an order are called, and its statuses. */
function useNames() {
  const { t } = useTranslation("orders");
  const statuses = useStatuses();
  const fields: Record<string, string> = {
    status: t("history.status"),
    statusMessage: t("history.statusMessage"),
    carrier: t("fact.carrier"),
    trackingNumber: t("history.trackingNumber"),
    trackingUrl: t("history.trackingUrl"),
    shop: t("fact.shopReference"),
    store: t("column.store"),
    source: t("fact.source"),
    providerId: t("fact.providerId"),
    reference: t("column.reference"),
    itemCount: t("column.items"),
    total: t("column.total"),
    isFree: t("manual.free"),
    isCompanyPurchase: t("manual.purchase"),
  };
  const sources: Record<string, string> = { normal: t("source.normal"), seeding: t("source.seeding") };
  const values = (field: string, value: unknown) => {
    if (field === "status") return statuses[String(value)]?.label;
    return field === "source" ? sources[String(value)] : undefined;
  };
  return { fields, values };
}

/** What became of the order: for the staff all of it, for others what the order itself tells them. */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const isStaff = useIsStaff();
  const names = useNames();
  if (isStaff) return <History entity="order" id={order.id} {...names} />;
  if (order.history.length === 0) return null;
  return (
    <Section title={t("detail.history")}>
      <HistoryList entries={order.history} {...names} />
    </Section>
  );
}
