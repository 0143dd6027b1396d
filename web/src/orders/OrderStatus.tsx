import { StatusBadge } from "@comptoir/kit";
import { useStatuses } from "./useStatuses";

/** An order's status; the provider's own words on it on hover. */
export function OrderStatus(props: { status: string; message?: string }) {
  const statuses = useStatuses();
  // The set is open: a status that nobody foresaw is shown as it came.
  const look = statuses[props.status] ?? { label: props.status, tone: "new" as const };
  return (
    <StatusBadge tone={look.tone} icon={look.icon} title={props.message || undefined}>
      {look.label}
    </StatusBadge>
  );
}
