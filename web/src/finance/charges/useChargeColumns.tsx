import { type Column, columnsOf } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFeeCategories } from "../useFinanceWords";
import type { Charge } from "./api";
import { ChargeStatus } from "./ChargeStatus";
import { usePeriodText } from "./usePeriodText";
import { nextPeriods } from "./values";

const { text, money, day } = columnsOf<Charge, "charges">();

const euros = (amount: string) => ({ amount, currency: "EUR" });

/** The columns of the list of recurring charges. */
export function useChargeColumns(): Column<Charge, "charges">[] {
  const { t } = useTranslation(["charges", "finance"]);
  const categories = useFeeCategories();
  const periodText = usePeriodText();
  return useMemo(
    () => [
      text("type", t("finance:field.type"), { sortable: true, card: "title" }),
      text("store", t("finance:field.store"), { of: ({ store }) => store.name, card: "fact" }),
      {
        id: "status",
        header: t("status.title"),
        cell: (charge) => <ChargeStatus charge={charge} />,
        card: "mark",
      },
      text("period", t("field.every"), { of: periodText, card: "fact" }),
      day("next", t("field.next"), {
        of: (charge) => nextPeriods(charge, 1)[0]?.start ?? null,
      }),
      money("customerAmount", t("finance:field.customerAmount"), {
        of: ({ customerAmount }) => euros(customerAmount),
        card: "fact",
      }),
      money("internalAmount", t("finance:field.internalAmount"), {
        of: ({ internalAmount }) => euros(internalAmount),
      }),
      text("category", t("finance:field.category"), {
        of: ({ category }) => categories[category],
        hidden: true,
      }),
      text("description", t("finance:field.description"), { hidden: true }),
      day("startedAt", t("field.startedAt"), { sortable: true, hidden: true }),
      day("endedAt", t("field.endedAt"), { hidden: true }),
      text("author", t("finance:field.author"), { hidden: true }),
    ],
    [t, categories, periodText],
  );
}
