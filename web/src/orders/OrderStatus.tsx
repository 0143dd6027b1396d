import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { OrderRow } from "./api";
import { useStatuses } from "./useStatuses";

type Hold = OrderRow["hold"];

/** Why an order does not go on, in short: in the reader's language where it is known, else in the provider's words. */
function useShortHold(status: string, hold: Hold | undefined): string {
  const { t } = useTranslation("orders");
  if (!hold) return "";
  if (hold.reason === "OTHER") return hold.words && t("hold.quoted", { words: hold.words });
  // The status says as much.
  return status === "BACKORDER" ? "" : t(`hold.${hold.reason}.short`);
}

/** An order's status, beside it the provider's own word where the portal knows none like it; below, why it does not go on. */
export function OrderStatus(props: {
  status: string;
  providerStatus?: string;
  message?: string;
  hold?: Hold;
}) {
  const statuses = useStatuses();
  const hold = useShortHold(props.status, props.hold);
  // The set is open: a status that nobody foresaw is shown as it came.
  const look = statuses[props.status] ?? { label: props.status, tone: "new" as const };
  return (
    <StatusBadge tone={look.tone} icon={look.icon} title={props.message || undefined} note={hold}>
      {[look.label, props.providerStatus].filter(Boolean).join(" · ")}
    </StatusBadge>
  );
}
