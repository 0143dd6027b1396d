import {
  attempt,
  type BulkSelection,
  Button,
  ProgressBar,
  toast,
  toastFailure,
  toastUndo,
  useNow,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { archiveStores, findActive, restoreStores, type StoreRow } from "./api";

/** How far the stores that are being archived are. */
export interface Archiving {
  progress: { done: number; total: number; startedAt: number } | null;
  start(selection: BulkSelection<StoreRow>): Promise<void>;
}

/** Archives many stores, and offers to take back what was archived. */
export function useArchiving(): Archiving {
  const { t } = useTranslation("stores");
  const [progress, setProgress] = useState<Archiving["progress"]>(null);

  const start = async (selection: BulkSelection<StoreRow>) => {
    const startedAt = Date.now();
    let done: string[] = [];
    const ended = await attempt(async () => {
      const ids = await findActive(selection);
      const tell = (archived: string[]) => {
        done = archived;
        setProgress({ done: archived.length, total: ids.length, startedAt });
      };
      tell([]);
      await archiveStores(ids, tell);
    });
    setProgress(null);
    if (done.length > 0) {
      const undo = () => restoreStores(done);
      toastUndo(t("archive.many", { count: done.length }), undo, t("archive.notRestored"));
    }
    if ("error" in ended) toastFailure(t("archive.stopped"), ended.error);
    else if (done.length === 0) toast(t("archive.already"));
  };
  return { progress, start };
}

/** Stands above the list, as the selection goes away with the rows that are archived. */
export function ArchiveProgress({ of: { progress } }: { of: Archiving }) {
  const { t } = useTranslation("stores");
  const now = useNow();
  if (!progress) return null;
  return <ProgressBar label={t("archive.progress")} {...progress} now={now} />;
}

/** Archives the selected stores. */
export function ArchiveButton(props: { archiving: Archiving; selection: BulkSelection<StoreRow> }) {
  const { t } = useTranslation("stores");
  const { archiving, selection } = props;
  return (
    <Button
      kind="quiet"
      icon="archive"
      busy={archiving.progress !== null}
      onClick={() => void archiving.start(selection)}
    >
      {t("archive.action")}
    </Button>
  );
}
