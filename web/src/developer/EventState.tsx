import { StatusBadge, type Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { EventRow } from "./events";

/** What the states of an event are called. */
export function useEventStates(): Record<EventRow["state"], { label: string; tone: Tone }> {
  const { t } = useTranslation("developer");
  return {
    PENDING: { label: t("events.states.PENDING"), tone: "info" },
    DONE: { label: t("events.states.DONE"), tone: "success" },
    FAILED: { label: t("events.states.FAILED"), tone: "critical" },
    DROPPED: { label: t("events.states.DROPPED"), tone: "new" },
  };
}

export function EventState({ event }: { event: EventRow }) {
  const { label, tone } = useEventStates()[event.state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
