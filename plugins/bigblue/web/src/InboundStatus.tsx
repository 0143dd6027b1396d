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
    CODE_UNSPECIFIED: t("inbound.status.other"),
  };
}

/** Where a shipment is, beside it Bigblue's own word where the portal knows none like it. */
export function InboundStatus({ status, providerStatus }: { status: string; providerStatus: string }) {
  const words = [useStatuses()[status] ?? status, providerStatus];
  return <StatusBadge tone={toneOf(status)}>{words.filter(Boolean).join(" · ")}</StatusBadge>;
}
