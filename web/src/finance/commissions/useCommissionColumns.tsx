import { type Column, columnsOf, useFormats } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Commission } from "./api";
import { CommissionStatus } from "./CommissionStatus";
import { useTierText } from "./useTierText";

const { text, day, date } = columnsOf<Commission, "commissions">();

/** The columns of the list of commissions. */
export function useCommissionColumns(): Column<Commission, "commissions">[] {
  const { t } = useTranslation(["commissions", "finance"]);
  const { percent } = useFormats();
  const tierText = useTierText();
  return useMemo(
    () => [
      text("store", t("finance:field.store"), { of: ({ store }) => store.name, card: "title" }),
      text("minAmount", t("tier.title"), {
        of: ({ minAmount, maxAmount }) => tierText({ min: minAmount, max: maxAmount }),
        sortable: true,
        card: "fact",
      }),
      {
        id: "rate",
        header: t("field.rate"),
        cell: ({ rate }) => percent(rate),
        align: "right",
        sortable: true,
        card: "fact",
      },
      {
        id: "status",
        header: t("status.title"),
        cell: (commission) => <CommissionStatus commission={commission} />,
        card: "mark",
      },
      day("startAt", t("field.startAt"), { sortable: true, card: "fact" }),
      day("endAt", t("field.endAt")),
      text("author", t("finance:field.author"), { hidden: true }),
      date("createdAt", t("finance:field.createdAt"), { sortable: true, hidden: true }),
    ],
    [t, percent, tierText],
  );
}
