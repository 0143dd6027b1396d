import { StatusBadge } from "@comptoir/kit";
import { useStatuses } from "./useStatuses";

/** An order's status, beside it the provider's own word where the portal knows none like it; its explanation on hover. */
export function OrderStatus(props: { status: string; providerStatus?: string; message?: string }) {
  const statuses = useStatuses();
  // The set is open: a status that nobody foresaw is shown as it came.
  const look = statuses[props.status] ?? { label: props.status, tone: "new" as const };
  return (
    <StatusBadge tone={look.tone} icon={look.icon} title={props.message || undefined}>
      {[look.label, props.providerStatus].filter(Boolean).join(" · ")}
    </StatusBadge>
  );
}
