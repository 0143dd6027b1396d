import { type Column, columnsOf, NONE, usePluginName } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AsideRow } from "./api";
import { AsideState, useKinds, useReasons } from "./words";

const { text, number, date } = columnsOf<AsideRow, "setAsideItems">();

/** The columns of the list of set-aside items. */
export function useAsideColumns(): Column<AsideRow, "setAsideItems">[] {
  const { t } = useTranslation("aside");
  const nameOf = usePluginName();
  const [kinds, reasons] = [useKinds(), useReasons()];
  return useMemo(
    () => [
      text("providerId", t("column.providerId"), {
        of: ({ providerId }) => providerId || NONE,
        card: "title",
      }),
      text("kind", t("column.kind"), { of: ({ kind }) => kinds[kind] ?? kind, card: "fact" }),
      text("reason", t("column.reason"), { of: ({ code }) => reasons[code], card: "fact" }),
      text("field", t("column.field")),
      text("detail", t("column.detail")),
      text("store", t("column.store"), { of: ({ store }) => store.name, card: "fact" }),
      text("plugin", t("column.plugin"), { of: ({ plugin }) => nameOf(plugin) }),
      {
        id: "state",
        header: t("column.state"),
        cell: ({ state }) => <AsideState state={state} />,
        card: "mark",
        hidden: true,
      },
      number("seen", t("column.seen")),
      date("firstSeenAt", t("column.firstSeen"), { sortable: true, hidden: true }),
      date("lastSeenAt", t("column.lastSeen"), { sortable: true }),
    ],
    [t, nameOf, kinds, reasons],
  );
}
