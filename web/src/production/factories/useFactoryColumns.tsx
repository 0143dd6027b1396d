import { type Column, Country, columnsOf, Row, StatusBadge } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Factory } from "./api";
import { PriceRange } from "./PriceRange";
import { useFactoryTexts } from "./useFactoryTexts";
import { isOverbooked } from "./values";

const { text, date } = columnsOf<Factory, "factories">();

/** The columns of the list of factories. */
export function useFactoryColumns(): Column<Factory, "factories">[] {
  const { t } = useTranslation("factories");
  const { quantity, delay, load } = useFactoryTexts();
  return useMemo(
    () => [
      text("name", t("field.name"), { sortable: true, card: "title" }),
      {
        id: "countryCode",
        header: t("field.countryCode"),
        cell: ({ countryCode }) => <Country code={countryCode} />,
        card: "fact",
      },
      text("quantity", t("field.quantity"), { of: quantity }),
      { id: "delayInWeek", header: t("field.delayInWeek"), cell: delay, sortable: true, card: "fact" },
      {
        id: "priceRange",
        header: t("field.priceRange"),
        cell: ({ priceRange }) => <PriceRange range={priceRange} />,
      },
      text("tags", t("field.tags"), {
        of: ({ tags }) => tags.map(({ displayName }) => displayName).join(", "),
        // What a factory makes at a time and has under way is in sight: its tags are cut off first.
        width: 160,
      }),
      {
        id: "load",
        header: t("load.title"),
        cell: (factory) => (
          <Row>
            {load(factory)}
            {isOverbooked(factory) && <StatusBadge tone="warning">{t("load.over")}</StatusBadge>}
          </Row>
        ),
        card: "fact",
      },
      date("createdAt", t("field.createdAt"), { sortable: true, hidden: true }),
    ],
    [t, quantity, delay, load],
  );
}
