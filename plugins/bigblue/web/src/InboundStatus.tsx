import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { toneOf } from "./inbound";

/** Where a shipment is; a word that is not known yet stands as it came. */
export function InboundStatus({ status }: { status: string }) {
  const { t } = useTranslation("bigblue");
  const words: Record<string, string> = {
    DRAFT: t("inbound.status.draft"),
    TRANSMITTED: t("inbound.status.transmitted"),
    OFFLOADING: t("inbound.status.offloading"),
    COMPLETE: t("inbound.status.complete"),
    ARCHIVED: t("inbound.status.archived"),
    CANCELLED: t("inbound.status.cancelled"),
  };
  return <StatusBadge tone={toneOf(status)}>{words[status] ?? status}</StatusBadge>;
}
