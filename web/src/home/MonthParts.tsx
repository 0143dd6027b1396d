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
  OnScreen,
  PrintButton,
  Quiet,
  Row,
  Section,
  Stack,
  Stat,
  Tiles,
  useFormats,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useReport } from "../analytics/api";
import { BestProducts } from "../analytics/BestProducts";
import { Countries } from "../analytics/Countries";
import { analyticsPaths } from "../analytics/paths";
import { StatusTable } from "../analytics/StatusTable";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { inboundPaths } from "../inbound/paths";
import { orderPaths } from "../orders/paths";
import { productPaths } from "../products/paths";
import { byDay, type DayRow } from "./days";
import { Explained } from "./Explained";
import classes from "./MonthParts.module.css";
import type { Month } from "./useMonth";
import type { Standing } from "./useNeeds";
import { one } from "./values";

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
              hint={<Explained of={t("days.chart")} figure="days" at={now.data?.countedAt} />}
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

interface StatusesProps {
  month: Month;
  standing: Standing;
  report: ReturnType<typeof useReport>;
}

/** Orders by how they stand: those of this month, and all of them where the list has just these. */
function Statuses({ month, standing, report }: StatusesProps) {
  const { t } = useTranslation("home");
  const list = orderPaths.list(useArea());
  const all = month.listOf(list) && standing.data?.byStatus;
  const title = t("orders.byStatus");
  const at = month.now.data?.countedAt;
  return (
    <Section
      title={title}
      action={<Explained of={title} figure={all ? "statusesAndAll" : "statuses"} at={at} />}
    >
      <Loaded of={report} lines={8}>
        {({ orders }) => (
          <StatusTable
            counts={[
              {
                ...{ id: "month", header: t("orders.month"), statuses: orders.statuses },
                listOf: (status) => month.orders?.inStatus(status),
              },
              ...(all
                ? [
                    {
                      ...{ id: "all", header: t("orders.all") },
                      statuses: all.map(({ status, count }) => ({ status, orders: count })),
                      listOf: (status: string) => month.listOf(list, one("status", status)),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
    </Section>
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
            <Loaded of={report} waiting={<CardSkeleton height={424} />}>
              {(report) => <Countries report={report} listOf={month.orders?.toCountry} />}
            </Loaded>
          </>
        }
        side={<Statuses month={month} standing={standing} report={report} />}
      />
      <h2>{t("products.title")}</h2>
      <Tiles minWidth={280}>
        {articles}
        <Stat
          label={t("products.inWarehouse")}
          hint={<Explained of={t("products.inWarehouse")} figure="inWarehouse" />}
          to={month.listOf(productPaths.list(area))}
          value={figure(inventory?.productInWarehouse)}
        >
          {inventory && <Quiet>{t("products.unique", { count: inventory.uniqueProductCount })}</Quiet>}
        </Stat>
        <Stat
          label={t("products.expected")}
          hint={<Explained of={t("products.expected")} figure="expected" />}
          to={month.listOf(inboundPaths.list(area), one("status", "TRANSMITTED", "OFFLOADING"))}
          value={figure(inventory?.inbound.product)}
        >
          {inventory && <Quiet>{t("products.shipments", { count: inventory.inbound.shipment })}</Quiet>}
        </Stat>
      </Tiles>
      <BestProducts asked={month.asked} />
      <OnScreen>
        <Row justify="between">
          <Link to={`${analyticsPaths.report(area)}?${new URLSearchParams({ ...month.days.now })}`}>
            {t("month.report")}
          </Link>
          <PrintButton />
        </Row>
      </OnScreen>
    </Stack>
  );
}
