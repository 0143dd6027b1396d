import { type Column, columnsOf, useActorName, useIsStaff } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFeeCategories, useFeeCauses } from "../useFinanceWords";
import type { Fee } from "./api";

const { text, money, day, date } = columnsOf<Fee, "fees">();

const euros = (amount: string) => ({ amount, currency: "EUR" });

/** The columns of the list of fees. Customers have one amount. */
export function useFeeColumns(): Column<Fee, "fees">[] {
  const { t } = useTranslation(["fees", "finance"]);
  const isStaff = useIsStaff();
  const categories = useFeeCategories();
  const causes = useFeeCauses();
  const actorName = useActorName();
  return useMemo(() => {
    const internal = money("internalAmount", t("finance:field.internalAmount"), {
      of: ({ internalAmount }) => (internalAmount ? euros(internalAmount) : null),
      total: true,
    });
    return [
      text("type", t("finance:field.type"), { sortable: true, card: "title" }),
      text("store", t("finance:field.store"), { of: ({ store }) => store.name, card: "fact" }),
      day("initiatedAt", t("field.initiatedAt"), { sortable: true, card: "fact" }),
      money("customerAmount", t("finance:field.customerAmount"), {
        of: ({ customerAmount }) => euros(customerAmount),
        sortable: true,
        total: true,
        card: "fact",
      }),
      ...(isStaff ? [internal] : []),
      text("category", t("finance:field.category"), { of: ({ category }) => categories[category] }),
      text("cause", t("finance:field.cause"), { of: ({ cause }) => causes[cause], card: "mark" }),
      text("description", t("finance:field.description"), { hidden: isStaff }),
      ...(isStaff
        ? [
            text("author", t("finance:field.author"), {
              of: ({ author }) => author && actorName(author),
              hidden: true,
            }),
          ]
        : []),
      date("createdAt", t("finance:field.createdAt"), { sortable: true, hidden: true }),
    ];
  }, [t, isStaff, categories, causes, actorName]);
}
