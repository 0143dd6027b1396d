import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { toneOf } from "./inbound";

/** What the statuses of shipments are called. */
export function useStatuses(): Record<string, string> {
  const { t } = useTranslation("bigblue");
  return {
    DRAFT: t("inbound.status.draft"),
    TRANSMITTED: t("inbound.status.transmitted"),
    OFFLOADING: t("inbound.status.offloading"),
    COMPLETE: t("inbound.status.complete"),
    ARCHIVED: t("inbound.status.archived"),
    CANCELLED: t("inbound.status.cancelled"),
  };
}

/** Where a shipment is; a word that is not known yet stands as it came. */
export function InboundStatus({ status }: { status: string }) {
  return <StatusBadge tone={toneOf(status)}>{useStatuses()[status] ?? status}</StatusBadge>;
}
