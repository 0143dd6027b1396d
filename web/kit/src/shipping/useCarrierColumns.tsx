import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../display/StatusBadge";
import { NONE } from "../display/values";
import { useFormats } from "../i18n/format";
import { columnsOf } from "../list/columnsOf";
import type { Carrier } from "./carriers";

/** How many working days a parcel takes. */
export function Days({ of: { minDays, maxDays } }: { of: Carrier }) {
  const { t } = useTranslation("carriers");
  if (minDays === null && maxDays === null) return NONE;
  if (minDays === null || minDays === maxDays) return t("days.upTo", { count: maxDays ?? 0 });
  if (maxDays === null) return t("days.from", { count: minDays });
  return t("days.between", { min: minDays, max: maxDays });
}

const { copy, date, text } = columnsOf<Carrier, "carriers">();

/** The columns of the list of carriers. */
export function useCarrierColumns() {
  const { t } = useTranslation("carriers");
  const { percent } = useFormats();
  return useMemo(
    () => [
      text("name", t("column.name"), { card: "title", sortable: true }),
      copy("code", t("column.code"), { card: "fact" }),
      {
        id: "fuelSurchage",
        header: t("column.fuelSurchage"),
        align: "right" as const,
        cell: ({ fuelSurchage }: Carrier) => percent(fuelSurchage),
        card: "fact" as const,
      },
      {
        id: "days",
        header: t("column.days"),
        cell: (carrier: Carrier) => <Days of={carrier} />,
        card: "fact" as const,
      },
      {
        id: "status",
        header: t("column.status"),
        cell: ({ archivedAt }: Carrier) =>
          archivedAt ? (
            <StatusBadge tone="new">{t("archived")}</StatusBadge>
          ) : (
            <StatusBadge tone="success">{t("inUse")}</StatusBadge>
          ),
        card: "mark" as const,
      },
      date("createdAt", t("column.created"), { sortable: true, hidden: true }),
    ],
    [t, percent],
  );
}
