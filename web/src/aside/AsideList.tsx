import {
  type BulkSelection,
  Button,
  type FilterOffer,
  ListPage,
  useCan,
  useList,
  useListState,
  usePlugins,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStoreFilter } from "../stores/records";
import { AsideDialog } from "./AsideDialog";
import { type AsideRow, useIgnore, useRestore, useTryAgain } from "./api";
import { useAsideColumns } from "./useAsideColumns";
import { useAsideStates, useKinds, useReasons } from "./words";

function useFilters(): FilterOffer<"setAsideItems">[] {
  const { t } = useTranslation("aside");
  const known = usePlugins().data ?? [];
  const plugins = known.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { kind: "oneOf", field: "state", label: t("column.state"), options: useAsideStates() },
    { kind: "oneOf", field: "kind", label: t("column.kind"), options: useKinds() },
    { kind: "oneOf", field: "code", label: t("column.reason"), options: useReasons() },
    ...useStoreFilter(t("column.store")),
    { kind: "oneOf", field: "plugin", label: t("column.plugin"), options: plugins },
    { kind: "dates", field: "lastSeenAt", label: t("column.lastSeen") },
    { kind: "dates", field: "firstSeenAt", label: t("column.firstSeen") },
  ];
}

/** What can be done with the selected items, or with all that match. */
function AsideBulk({ selection }: { selection: BulkSelection<AsideRow> }) {
  const { t } = useTranslation("aside");
  const [tryAgain, isTrying] = useTryAgain(selection.clear);
  const [ignore, isIgnoring] = useIgnore(selection.clear);
  const [restore, isRestoring] = useRestore(selection.clear);
  const areIgnored = selection.rows.length > 0 && selection.rows.every(({ state }) => state === "IGNORED");
  return (
    <>
      <Button kind="quiet" icon="synchronize" busy={isTrying} onClick={() => void tryAgain(selection.body)}>
        {t("retry.action")}
      </Button>
      {areIgnored ? (
        <Button kind="quiet" icon="preview" busy={isRestoring} onClick={() => void restore(selection.body)}>
          {t("ignore.undo")}
        </Button>
      ) : (
        <Button kind="quiet" icon="archive" busy={isIgnoring} onClick={() => void ignore(selection.body)}>
          {t("ignore.action")}
        </Button>
      )}
    </>
  );
}

/** What providers sent and could not be taken, with what is wrong with it; ignored items only when asked for. */
export default function AsideList() {
  const { t } = useTranslation("aside");
  const [opened, setOpened] = useState<string | null>(null);
  const canWrite = useCan()("WRITE_CONNECTOR");
  const state = useListState({ field: "lastSeenAt", direction: "desc" });
  return (
    <ListPage
      title={t("title")}
      name="set_aside_items"
      state={state}
      rows={useList("/set-aside-item", state.cursor)}
      columns={useAsideColumns()}
      rowLabel={({ providerId }) => t("row", { id: providerId })}
      onOpen={({ id }) => setOpened(id)}
      searchLabel={t("search")}
      filters={useFilters()}
      bulk={canWrite ? (selection) => <AsideBulk selection={selection} /> : undefined}
      empty={{ icon: "check", title: t("empty.title"), text: t("empty.text") }}
    >
      <AsideDialog id={opened} onClose={() => setOpened(null)} />
    </ListPage>
  );
}
