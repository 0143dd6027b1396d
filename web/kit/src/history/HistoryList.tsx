import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import { Quiet } from "../layout/parts";
import { byDay, type HistoryEntry } from "./changes";
import { EntryText, type Names } from "./EntryText";
import classes from "./History.module.css";
import { useFirst } from "./useFirst";

/** Who changed what and when, newest first, by day. */
export default function HistoryList({ entries, ...names }: { entries: HistoryEntry[] } & Names) {
  const { t } = useTranslation("history");
  const format = useFormats();
  const { shown, more } = useFirst(entries);
  if (entries.length === 0) return <Quiet>{t("empty")}</Quiet>;
  return (
    <div className={classes.history}>
      {byDay(shown, format.day).map(({ day, entries }) => (
        <div key={day}>
          <h3 className={classes.day}>{day}</h3>
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <li key={`${entry.at} ${entry.action} ${entry.actor}`} className={classes.entry}>
                <time className={classes.time} dateTime={entry.at} title={format.full(entry.at)}>
                  {format.time(entry.at)}
                </time>
                <EntryText entry={entry} names={names} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      {more}
    </div>
  );
}
