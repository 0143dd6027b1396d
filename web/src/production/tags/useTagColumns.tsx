import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Tag } from "./api";
import { useTagTypes } from "./useTagTypes";

const { text, number, date } = columnsOf<Tag, "tags">();

/** The columns of the list of tags. */
export function useTagColumns(): Column<Tag, "tags">[] {
  const { t } = useTranslation("tags");
  const types = useTagTypes();
  return useMemo(
    () => [
      text("displayName", t("field.displayName"), { sortable: true, card: "title" }),
      text("type", t("field.type"), { of: ({ type }) => types[type], card: "fact" }),
      number("uses", t("field.uses"), { card: "fact" }),
      date("createdAt", t("field.createdAt"), { sortable: true, card: "fact" }),
    ],
    [t, types],
  );
}
