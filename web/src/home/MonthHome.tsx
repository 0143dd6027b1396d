import { DateTime, Empty, Loaded, Quiet, Row, Section, Tiles, useIsStaff } from "@comptoir/kit";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { GoalLine } from "../analytics/goals/GoalLine";
import { analyticsPaths } from "../analytics/paths";
import { useArea } from "../app/area";
import { feePaths } from "../finance/fees/paths";
import { fetchTexts } from "../i18n";
import { orderPaths } from "../orders/paths";
import { useStatuses } from "../orders/useStatuses";
import { ticketPaths } from "../tickets/paths";
import classes from "./Home.module.css";
import { MonthStat } from "./MonthStat";
import { type Month, useMonth } from "./useMonth";
import type { Standing } from "./useNeeds";
import { hasAny, one } from "./values";
import { WhenSeen } from "./WhenSeen";

// Statuses have their names there.
fetchTexts("orders");

const MonthParts = lazy(() => import("./MonthParts"));

/** What the month comes to so far; each figure leads to the list of what it counts. */
function Cards({ month }: { month: Month }) {
  const { t } = useTranslation("home");
  const area = useArea();
  const { days, now, orders, listOf } = month;
  const goal = now.data?.goal;
  return (
    <Tiles minWidth={280}>
      <MonthStat
        month={month}
        label={t("figure.orders")}
        figure="orders"
        of={({ commerceOrders }) => commerceOrders}
        to={orders?.placed("normal")}
      />
      <MonthStat
        month={month}
        label={t("figure.sales")}
        figure="sales"
        of={({ netSales }) => netSales}
        isMoney
        to={`${analyticsPaths.report(area)}?${new URLSearchParams({ ...days.now })}`}
      >
        {goal && <GoalLine of={goal} isMonth />}
      </MonthStat>
      <MonthStat
        month={month}
        label={t("figure.seeding")}
        figure="seeding"
        of={({ seedingOrders }) => seedingOrders}
        good="none"
        to={orders?.placed("seeding")}
      />
      <MonthStat
        month={month}
        label={t("figure.cancelled")}
        figure="cancelled"
        of={({ cancelledOrders }) => cancelledOrders}
        good="down"
        to={orders?.inStatus("CANCELLED")}
      />
      <MonthStat
        month={month}
        label={t("figure.tickets")}
        figure="tickets"
        of={({ tickets }) => tickets}
        good="down"
        to={listOf(ticketPaths.list(area), { field: "openedAt", ...days.now })}
      />
      <MonthStat
        month={month}
        label={t("figure.fees")}
        figure="fees"
        of={({ fees }) => fees}
        isMoney
        good="none"
        to={listOf(feePaths.list(area), { field: "initiatedAt", ...days.now })}
      />
    </Tiles>
  );
}

/** How many articles were ordered; leads to the orders that they are in. */
function Articles({ month }: { month: Month }) {
  const { t } = useTranslation("home");
  const { days, listOf } = month;
  const placed = Object.keys(useStatuses()).filter((status) => status !== "CANCELLED");
  const submitted = { field: "submittedAt", ...days.now };
  return (
    <MonthStat
      month={month}
      label={t("figure.articles")}
      figure="articles"
      of={({ articles }) => articles}
      to={listOf(orderPaths.list(useArea()), one("status", ...placed), submitted)}
    />
  );
}

/** Up to when changes are in the figures. */
function Counted({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation("home");
  if (!at) return <Quiet>{t("month.neverCounted")}</Quiet>;
  return (
    <Quiet>
      {t("month.countedAt")} <DateTime at={at} />
    </Quiet>
  );
}

/** How this month goes. What lies below its figures is fetched by who looks at it. */
export function MonthHome({ standing }: { standing: Standing }) {
  const { t } = useTranslation("home");
  const isStaff = useIsStaff();
  const month = useMonth();
  const { now, before } = month;
  const failed = [now, before].find(({ error }) => error);
  const all = now.data && before.data && [now.data.current, now.data.lastYear, before.data.current];
  const hasNothing =
    all?.every((figures) => !hasAny(figures)) &&
    !standing.isLoading &&
    (standing.data?.byStatus ?? []).every(({ count }) => count === 0);
  const foreign = now.data?.current.foreignOrders ?? 0;
  return (
    <>
      <Row justify="between" align="end">
        <h2>{t("month.title")}</h2>
        {now.data && <Counted at={now.data.countedAt} />}
      </Row>
      {failed ? (
        <Section title={t("month.figures")}>
          <Loaded of={failed}>{() => null}</Loaded>
        </Section>
      ) : hasNothing ? (
        <Empty icon="orders" title={t("empty.title")}>
          {isStaff ? t("empty.staff") : t("empty.customer")}
        </Empty>
      ) : (
        <>
          <Cards month={month} />
          {foreign > 0 && <Quiet>{t("month.foreign", { count: foreign })}</Quiet>}
        </>
      )}
      {!hasNothing && (
        <WhenSeen isPlaced={failed !== undefined || all !== undefined} className={classes.unseen}>
          <MonthParts month={month} standing={standing} articles={<Articles month={month} />} />
        </WhenSeen>
      )}
    </>
  );
}
