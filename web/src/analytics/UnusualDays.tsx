import { Hint, Link, Section, SimpleTable, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Asked } from "../spans/values";
import { type Point, useBestProducts, useReport, useSales } from "./api";
import { useOrdersBehind } from "./useOrdersBehind";

/** Days that are told, the newest first. */
const MOST = 10;

type Unusual = Point & { usualOrders: number };
const isUnusual = (point: Point): point is Unusual => point.usualOrders !== null;

/**
 * Days on which far more or far fewer orders came than on that day of the week as a rule. Nobody knows how many before they are
 * counted: it comes last, when all above it stands, and moves nothing.
 */
export function UnusualDays({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analytics");
  const { date, number } = useFormats();
  const orders = useOrdersBehind(asked);
  const sales = useSales(asked);
  const above = [sales, useReport(asked), useBestProducts(asked)];
  const days = (sales.data?.points ?? []).filter(isUnusual).slice(-MOST).reverse();
  if (days.length === 0 || above.some(({ isLoading }) => isLoading)) return null;
  const title = t("unusual.title");
  return (
    <Section title={title} action={<Hint of={title}>{t("unusual.text")}</Hint>}>
      <SimpleTable
        caption={title}
        rows={days}
        rowKey={({ day }) => day}
        columns={[
          {
            id: "day",
            header: t("unusual.day"),
            cell: ({ day }) => {
              const to = orders.placed("normal", { from: day, to: day });
              return to ? <Link to={to}>{date(day)}</Link> : date(day);
            },
          },
          {
            id: "orders",
            header: t("figure.orders"),
            align: "right",
            cell: ({ commerceOrders }) => number(commerceOrders),
          },
          {
            id: "usual",
            header: t("unusual.usual"),
            align: "right",
            cell: ({ usualOrders }) => number(usualOrders),
          },
        ]}
      />
    </Section>
  );
}
