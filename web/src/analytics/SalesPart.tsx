import {
  CardSkeleton,
  Chart,
  Empty,
  Figure,
  Loaded,
  Money,
  Quiet,
  Section,
  SkeletonLines,
  Stack,
  Stat,
  Tiles,
  Trend,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Asked } from "../spans/values";
import { type Point, type Sales, useSales } from "./api";
import { Counted } from "./Counted";
import { GoalLine } from "./goals/GoalLine";
import { useDayAxis } from "./useDayAxis";
import { useFigures } from "./useFigures";
import { useFeesBehind, useTicketsBehind } from "./useListBehind";
import { useOrdersBehind } from "./useOrdersBehind";
import { useStepNames } from "./useReportWords";
import { type Compared, compared, type Days } from "./values";

interface PartProps {
  asked: Asked;
  sales: Sales;
}

/** What the days come to, beside the days before. */
function Summary({ asked, sales: { current, previous, lastYear, goal, countedAt } }: PartProps) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  const figures = useFigures(countedAt);
  const orders = useOrdersBehind(asked);
  const [tickets, fees] = [useTicketsBehind(asked), useFeesBehind(asked)];
  const trend = (
    value: string | number,
    before: string | number,
    year: string,
    good: "up" | "down" | "none",
  ) => (
    <Stack gap={4}>
      <Trend value={value} before={before} period={t("trend.before")} good={good} />
      <Quiet>{t("trend.lastYear", { value: year })}</Quiet>
    </Stack>
  );
  return (
    // Five in a row, where there is room for four of the usual width.
    <Tiles minWidth={goal ? 190 : 230}>
      <Stat
        {...figures.orders}
        value={<Figure value={current.commerceOrders} />}
        to={orders.placed("normal")}
      >
        {trend(current.commerceOrders, previous.commerceOrders, number(lastYear.commerceOrders), "up")}
      </Stat>
      <Stat {...figures.totalSales} value={<Money amount={current.totalSales} />}>
        {trend(current.totalSales, previous.totalSales, money(lastYear.totalSales), "up")}
      </Stat>
      <Stat {...figures.tickets} value={<Figure value={current.tickets} />} to={tickets}>
        {trend(current.tickets, previous.tickets, number(lastYear.tickets), "down")}
      </Stat>
      <Stat {...figures.fees} value={<Money amount={current.fees} />} to={fees}>
        {trend(current.fees, previous.fees, money(lastYear.fees), "none")}
      </Stat>
      {goal && (
        <Stat {...figures.goal} value={<Money amount={goal.due} />}>
          <GoalLine of={goal} />
        </Stat>
      )}
    </Tiles>
  );
}

/** Sales by time, beside those of the days before; each point and bar leads to its orders. */
function Over({ asked, sales }: PartProps) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  const steps = useStepNames();
  const figures = useFigures(sales.countedAt);
  const orders = useOrdersBehind(asked);
  const rows = compared(sales.points, sales.previousPoints, asked);
  const axis = useDayAxis(
    steps[sales.step],
    rows.map(({ point }) => point.day),
  );
  const x = { label: axis.label, value: ({ point }: Compared) => axis.text(point.day) };
  const soldOn = (point: Point | null, days: Days | null) =>
    point && days && point.commerceOrders > 0 ? orders.placed("normal", days) : undefined;
  if (rows.length === 0) return <Empty icon="analytics" title={t("over.none")} />;
  return (
    <Stack gap={24}>
      <Chart<Compared>
        title={t("over.sales")}
        hint={figures.netSales.hint}
        kind="line"
        rows={rows}
        x={x}
        series={[
          {
            ...{ id: "now", label: t("over.now"), value: ({ point }) => point.netSales },
            to: ({ point, days }) => soldOn(point, days),
          },
          {
            ...{ id: "before", label: t("over.before"), value: ({ before }) => before?.netSales ?? null },
            to: ({ before, daysBefore }) => soldOn(before, daysBefore),
          },
        ]}
        unit="€"
        format={(value) => money(String(value))}
      />
      <Chart<Compared>
        title={t("over.orders")}
        hint={figures.placed.hint}
        kind="stacked"
        rows={rows}
        x={x}
        series={[
          {
            id: "commerce",
            label: t("orders.commerce"),
            value: ({ point }) => point.commerceOrders,
            to: ({ point, days }) => soldOn(point, days),
          },
          {
            id: "seeding",
            label: t("orders.seeding"),
            value: ({ point }) => point.seedingOrders,
            to: ({ point, days }) => (point.seedingOrders > 0 ? orders.placed("seeding", days) : undefined),
          },
        ]}
        unit={t("over.unit")}
        format={(value) => number(Number(value))}
        marks={{
          label: t("unusual.mark"),
          value: ({ point: { usualOrders } }) =>
            usualOrders === null ? null : t("unusual.instead", { shown: number(usualOrders) }),
        }}
      />
    </Stack>
  );
}

/** When it was counted, four figures and two plots. */
const WAITING = (
  <>
    <SkeletonLines lines={1} />
    <Tiles minWidth={230}>
      {["orders", "sales", "tickets", "fees"].map((id) => (
        <CardSkeleton key={id} height={150} />
      ))}
    </Tiles>
    <CardSkeleton height={790} />
  </>
);

/** What was sold, in figures and by time. */
export function SalesPart({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analytics");
  return (
    <Loaded of={useSales(asked)} waiting={WAITING}>
      {(sales) => (
        <>
          <Counted asked={asked} at={sales.countedAt} />
          <Summary asked={asked} sales={sales} />
          {sales.current.foreignOrders > 0 && (
            <Quiet>{t("foreign", { count: sales.current.foreignOrders })}</Quiet>
          )}
          <Section title={t("over.title")}>
            <Over asked={asked} sales={sales} />
          </Section>
        </>
      )}
    </Loaded>
  );
}
