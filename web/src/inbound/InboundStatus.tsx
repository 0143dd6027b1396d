import { StatusBadge, type StatusLook } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The statuses of the specification, in the order of a shipment's life. */
export function useInboundStatuses(): Record<string, StatusLook> {
  const { t } = useTranslation("inbound");
  return {
    DRAFT: { label: t("status.DRAFT"), tone: "new" },
    TRANSMITTED: { label: t("status.TRANSMITTED"), tone: "new" },
    OFFLOADING: { label: t("status.OFFLOADING"), tone: "info" },
    COMPLETE: { label: t("status.COMPLETE"), tone: "success" },
    ARCHIVED: { label: t("status.ARCHIVED"), tone: "new" },
    CANCELLED: { label: t("status.CANCELLED"), tone: "new" },
    CODE_UNSPECIFIED: { label: t("status.CODE_UNSPECIFIED"), tone: "new" },
  };
}

/** Where an inbound shipment stands; the provider's own word beside it where the portal knows none like it. */
export function InboundStatus(props: { status: string; providerStatus: string }) {
  const look = useInboundStatuses()[props.status] ?? { label: props.status, tone: "new" as const };
  return (
    <StatusBadge tone={look.tone}>
      {[look.label, props.providerStatus].filter(Boolean).join(" · ")}
    </StatusBadge>
  );
}
