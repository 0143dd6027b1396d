import { History, HistoryList, Section, useIsStaff } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";
import { useStatuses } from "./useStatuses";

/** What the fields of an order are called, and its statuses. */
function useNames() {
  const { t } = useTranslation(["orders", "kit"]);
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
    firstName: t("kit:form.address.firstName"),
    lastName: t("kit:form.address.lastName"),
    company: t("kit:form.address.company"),
    email: t("create.email"),
    phone: t("kit:form.address.phone"),
    address1: t("kit:form.address.address1"),
    address2: t("kit:form.address.address2"),
    zip: t("kit:form.address.zip"),
    city: t("kit:form.address.city"),
    state: t("correct.region"),
    articles: t("detail.items"),
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
