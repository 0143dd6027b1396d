import { useTranslation } from "react-i18next";
import { useActionName, useActorName } from "../plugin/names";
import { changesOf, type FieldChange, type HistoryEntry, isNothing } from "./changes";
import classes from "./History.module.css";
import { useFirst } from "./useFirst";
import { useValueText, type ValueNames } from "./useValueText";

type FieldNames = Record<string, string>;

/** How a record's fields and values are called. */
export interface Names {
  /** By the field; where that depends on what an entry is about, by the entry. */
  fields: FieldNames | ((entry: HistoryEntry) => FieldNames);
  values?: ValueNames;
}

function useSentence() {
  const { t } = useTranslation("history");
  const actorName = useActorName();
  return ({ action, ...entry }: HistoryEntry): string => {
    const actor = actorName(entry.actor);
    const sentences: Record<string, string> = {
      create: t("did.create", { actor }),
      update: t("did.update", { actor }),
      delete: t("did.delete", { actor }),
      export: t("did.export", { actor }),
      restore: t("did.restore", { actor }),
      archive: t("did.archive", { actor }),
      unarchive: t("did.unarchive", { actor }),
      connect: t("did.connect", { actor }),
      disconnect: t("did.disconnect", { actor }),
      invite: t("did.invite", { actor }),
      remind: t("did.remind", { actor }),
      "sign-in": t("did.signIn", { actor }),
    };
    return sentences[action] ?? t("did.other", { actor, action });
  };
}

/** What a field is called: by its whole way, else by the last part of it. */
const fieldName = (field: string, fields: FieldNames) =>
  fields[field] ?? fields[field.slice(field.lastIndexOf(".") + 1)] ?? field;

function useChangeText({ fields, values }: Names, entry: HistoryEntry) {
  const { t } = useTranslation("history");
  const actorName = useActorName();
  const valueText = useValueText((field, value) =>
    field === "author" ? actorName(String(value)) : values?.(field, value),
  );
  const names = typeof fields === "function" ? fields(entry) : fields;
  return ({ field, before, after }: FieldChange, isNew: boolean): string => {
    const name = fieldName(field, names);
    if (isNew && isNothing(before)) return t("value", { field: name, value: valueText(field, after) });
    return t("change", { field: name, before: valueText(field, before), after: valueText(field, after) });
  };
}

/** What one entry says, in words. */
export function EntryText({ entry, names }: { entry: HistoryEntry; names: Names }) {
  const { t } = useTranslation("history");
  const actor = useActorName()(entry.actor);
  const sentence = useSentence()(entry);
  const changeText = useChangeText(names, entry);
  const changes = changesOf(entry);
  const { shown, more } = useFirst(changes);
  const actionName = useActionName();
  if (entry.action === "act") {
    const action = actionName(String(changes[0]?.after ?? ""));
    return <p className={classes.text}>{t("did.act", { actor, action })}</p>;
  }
  const isNew = entry.action === "create" || entry.action === "connect";
  const [only] = changes;
  if (!only) return <p className={classes.text}>{sentence}</p>;
  if (changes.length === 1 && entry.action === "update") {
    return <p className={classes.text}>{t("did.updateOne", { actor, change: changeText(only, false) })}</p>;
  }
  return (
    <div>
      <p className={classes.text}>{sentence}</p>
      <ul className={classes.changes}>
        {shown.map((change) => (
          <li key={change.field}>{changeText(change, isNew)}</li>
        ))}
      </ul>
      {more}
    </div>
  );
}
