import {
  Button,
  type Column,
  DateTime,
  type FilterOffer,
  ListPage,
  NONE,
  useList,
  useListState,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { EventDialog } from "./EventDialog";
import { EventState, useEventStates } from "./EventState";
import { type EventRow, useReplay } from "./events";
import { usePlugins } from "./plugins";

function useColumns(): Column<EventRow, "webhookEvents">[] {
  const { t } = useTranslation("developer");
  return useMemo(
    () => [
      { id: "topic", header: t("events.topic"), cell: (event) => event.topic || NONE, card: "title" },
      { id: "plugin", header: t("events.plugin"), cell: (event) => event.plugin, card: "fact" },
      { id: "store", header: t("events.store"), cell: (event) => event.store.name, card: "fact" },
      { id: "state", header: t("events.state"), cell: (event) => <EventState event={event} />, card: "mark" },
      { id: "attempts", header: t("events.attempts"), cell: (event) => event.attempts, align: "right" },
      { id: "error", header: t("events.error"), cell: (event) => event.error ?? NONE },
      {
        id: "receivedAt",
        header: t("events.received"),
        cell: (event) => <DateTime at={event.receivedAt} />,
        sortable: true,
        align: "right",
        card: "fact",
      },
    ],
    [t],
  );
}

function useFilters(): FilterOffer<"webhookEvents">[] {
  const { t } = useTranslation("developer");
  const states = Object.entries(useEventStates()).map(([value, { label }]) => ({ value, label }));
  const known = usePlugins().data?.plugins ?? [];
  const plugins = known.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { kind: "oneOf", field: "state", label: t("events.state"), options: states },
    { kind: "oneOf", field: "plugin", label: t("events.plugin"), options: plugins },
    { kind: "dates", field: "receivedAt", label: t("events.received") },
  ];
}

/** What providers sent by themselves, and what became of it; what failed can be tried again. */
export default function EventList() {
  const { t } = useTranslation("developer");
  const [opened, setOpened] = useState<string | null>(null);
  const [replay, busy] = useReplay();
  const state = useListState({ field: "receivedAt", direction: "desc" });
  return (
    <ListPage
      title={t("events.title")}
      actions={
        <Button icon="synchronize" busy={busy} onClick={() => void replay()}>
          {t("events.replayFailed")}
        </Button>
      }
      name="webhook_events"
      state={state}
      rows={useList("/plugins/events", state.cursor)}
      columns={useColumns()}
      rowLabel={(event) => t("events.row", { topic: event.topic || event.plugin })}
      onOpen={(event) => setOpened(event.id)}
      searchLabel={t("events.search")}
      filters={useFilters()}
      empty={{ icon: "integrations", title: t("events.empty"), text: t("events.emptyText") }}
    >
      <EventDialog id={opened} onClose={() => setOpened(null)} />
    </ListPage>
  );
}
