import {
  CardSkeleton,
  Chart,
  Columns,
  type Day,
  daysAfter,
  Figure,
  Link,
  Loaded,
  NONE,
  Quiet,
  Section,
  Stack,
  Stat,
  Tiles,
  useFormats,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Report, useReport } from "../analytics/api";
import { BestProducts } from "../analytics/BestProducts";
import { Countries } from "../analytics/Countries";
import { analyticsPaths } from "../analytics/paths";
import { StatusTable } from "../analytics/StatusTable";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { orderPaths } from "../orders/paths";
import { byDay, type DayRow } from "./days";
import classes from "./MonthParts.module.css";
import type { Month } from "./useMonth";
import type { Standing } from "./useNeeds";

// The parts of reports say what they show.
fetchTexts("analytics");

/** Orders by day of this month beside those of the month before. */
function ByDay({ month: { days, now, before, nameOf, orders } }: { month: Month }) {
  const { t } = useTranslation("home");
  const { number } = useFormats();
  const soldOn = (day: Day) => orders?.placed("normal", { from: day, to: day });
  return (
    <Loaded of={now} lines={10}>
      {({ points }) => (
        <Loaded of={before} lines={10}>
          {(earlier) => (
            <Chart<DayRow>
              title={t("days.chart")}
              kind="bar"
              rows={byDay(days, points, earlier.points)}
              x={{ label: t("days.day"), value: ({ day }) => number(day) }}
              series={[
                {
                  ...{ id: "now", label: nameOf(days.now.from, true), value: ({ now }) => now },
                  to: ({ day, now }) => (now ? soldOn(daysAfter(days.now.from, day - 1)) : undefined),
                },
                {
                  ...{ id: "before", label: nameOf(days.before.from, true), value: ({ before }) => before },
                  to: ({ day, before }) =>
                    before ? soldOn(daysAfter(days.before.from, day - 1)) : undefined,
                },
              ]}
              unit={t("days.unit")}
              format={(value) => number(Number(value))}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Orders by how they stand: those of this month, and all of them where the list has just these. */
function Statuses({ month, standing, report }: { month: Month; standing: Standing; report: Report }) {
  const { t } = useTranslation("home");
  const list = orderPaths.list(useArea());
  const all = month.listOf(list) && standing.data?.byStatus;
  return (
    <StatusTable
      counts={[
        {
          ...{ id: "month", header: t("orders.month"), statuses: report.orders.statuses },
          listOf: (status) => month.orders?.inStatus(status),
        },
        ...(all
          ? [
              {
                ...{ id: "all", header: t("orders.all") },
                statuses: all.map(({ status, count }) => ({ status, orders: count })),
                listOf: (status: string) => month.listOf(list, { field: "status", values: [status] }),
              },
            ]
          : []),
      ]}
    />
  );
}

interface MonthPartsProps {
  month: Month;
  standing: Standing;
  /** How many articles were ordered. */
  articles: ReactNode;
}

/** The days of this month, where orders go and how they stand, what sells, and what is there to be sold. */
export default function MonthParts({ month, standing, articles }: MonthPartsProps) {
  const { t } = useTranslation("home");
  const area = useArea();
  const report = useReport(month.asked);
  const inventory = report.data?.inventory;
  const none = report.error ? NONE : <span className={classes.waiting} aria-busy="true" />;
  const figure = (value: number | undefined) => (value === undefined ? none : <Figure value={value} />);
  return (
    <Stack>
      <Columns
        main={
          <>
            <Section title={t("days.title")}>
              <div className={classes.plot}>
                <ByDay month={month} />
              </div>
            </Section>
            <Loaded of={report} waiting={<CardSkeleton height={380} />}>
              {(report) => <Countries report={report} />}
            </Loaded>
          </>
        }
        side={
          <Section title={t("orders.byStatus")}>
            <Loaded of={report} lines={8}>
              {(report) => <Statuses month={month} standing={standing} report={report} />}
            </Loaded>
          </Section>
        }
      />
      <h2>{t("products.title")}</h2>
      <Tiles minWidth={280}>
        {articles}
        <Stat label={t("products.inWarehouse")} value={figure(inventory?.productInWarehouse)}>
          {inventory && <Quiet>{t("products.unique", { count: inventory.uniqueProductCount })}</Quiet>}
        </Stat>
        <Stat label={t("products.expected")} value={figure(inventory?.inbound.product)}>
          {inventory && <Quiet>{t("products.shipments", { count: inventory.inbound.shipment })}</Quiet>}
        </Stat>
      </Tiles>
      <BestProducts asked={month.asked} />
      <Link to={`${analyticsPaths.report(area)}?${new URLSearchParams({ ...month.days.now })}`}>
        {t("month.report")}
      </Link>
    </Stack>
  );
}
