import { StatusBadge, type StatusLook } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** The statuses in the order of a ticket's life. */
export function useTicketStatuses(): Record<string, StatusLook> {
  const { t } = useTranslation("tickets");
  return {
    OPEN: { label: t("status.OPEN"), tone: "info" },
    SNOOZED: { label: t("status.SNOOZED"), tone: "attention", icon: "clock" },
    CLOSED: { label: t("status.CLOSED"), tone: "success" },
    TRASHED: { label: t("status.TRASHED"), tone: "new", icon: "delete" },
    CODE_UNSPECIFIED: { label: t("status.CODE_UNSPECIFIED"), tone: "new" },
  };
}

/** Where a ticket stands; the desk's own word beside it where the portal knows none like it. */
export function TicketStatus(props: { status: string; providerStatus: string }) {
  const look = useTicketStatuses()[props.status] ?? { label: props.status, tone: "new" as const };
  return (
    <StatusBadge tone={look.tone} icon={look.icon}>
      {[look.label, props.providerStatus].filter(Boolean).join(" · ")}
    </StatusBadge>
  );
}
