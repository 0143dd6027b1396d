import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EventState } from "./EventState";
import type { EventRow } from "./events";

const { text, number, date } = columnsOf<EventRow, "webhookEvents">();

/** The columns of the list of events. */
export function useEventColumns(): Column<EventRow, "webhookEvents">[] {
  const { t } = useTranslation("developer");
  return useMemo(
    () => [
      text("topic", t("events.topic"), { card: "title" }),
      text("plugin", t("events.plugin"), { card: "fact" }),
      text("store", t("events.store"), { of: ({ store }) => store.name, card: "fact" }),
      { id: "state", header: t("events.state"), cell: (event) => <EventState event={event} />, card: "mark" },
      number("attempts", t("events.attempts")),
      text("error", t("events.error")),
      date("receivedAt", t("events.received"), { sortable: true, card: "fact" }),
    ],
    [t],
  );
}
