import { Button, type FilterOffer, ListPage, useList, useListState } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EventDialog } from "./EventDialog";
import { useEventStates } from "./EventState";
import { useReplay } from "./events";
import { usePlugins } from "./plugins";
import { useEventColumns } from "./useEventColumns";

function useFilters(): FilterOffer<"webhookEvents">[] {
  const { t } = useTranslation("developer");
  const known = usePlugins().data?.plugins ?? [];
  const plugins = known.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { kind: "oneOf", field: "state", label: t("events.state"), options: useEventStates() },
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
      columns={useEventColumns()}
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
