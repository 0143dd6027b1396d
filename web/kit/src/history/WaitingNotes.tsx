import { useTranslation } from "react-i18next";
import { useUser } from "../access/user";
import { StatusBadge } from "../display/StatusBadge";
import { DateTime } from "../display/values";
import { Quiet } from "../layout/parts";
import classes from "./Notes.module.css";
import type { WaitingNote } from "./outbox";

/** What its reader wrote and the host does not have yet, the newest first as below it. */
export function WaitingNotes({ notes }: { notes: WaitingNote[] }) {
  const { t } = useTranslation("history");
  const { displayName } = useUser();
  return (
    <ul className={classes.notes} aria-label={t("notes.waitingList")}>
      {notes.toReversed().map(({ id, message, files, at, refusal }) => (
        <li key={id} className={classes.note}>
          <div className={classes.head}>
            <strong>{displayName}</strong>
            <Quiet>
              <DateTime at={at} />
            </Quiet>
            {refusal === undefined ? (
              <StatusBadge tone="attention" icon="clock">
                {t("notes.waits")}
              </StatusBadge>
            ) : (
              <StatusBadge tone="critical">{t("notes.refused")}</StatusBadge>
            )}
          </div>
          {message && <p className={classes.message}>{message}</p>}
          {files.length > 0 && <Quiet>{files.join(", ")}</Quiet>}
          {refusal && <Quiet>{refusal}</Quiet>}
        </li>
      ))}
    </ul>
  );
}
