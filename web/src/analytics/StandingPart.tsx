import { CardSkeleton, Columns, Facts, Figure, Loaded, NONE, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Asked } from "../spans/values";
import { type Report, useReport } from "./api";
import { Countries } from "./Countries";
import { LinkedFigure } from "./LinkedFigure";
import { StatusTable } from "./StatusTable";
import { useFigures } from "./useFigures";
import { useTicketsBehind } from "./useListBehind";
import { useOrdersBehind } from "./useOrdersBehind";

interface CardProps {
  asked: Asked;
  report: Report;
}

function Orders({ asked, report: { orders, overall, countedAt } }: CardProps) {
  const { t } = useTranslation("analytics");
  const { number } = useFormats();
  const figures = useFigures(countedAt);
  const behind = useOrdersBehind(asked);
  const hours = orders.logisticHours ?? null;
  return (
    <Section title={t("orders.title")}>
      <Facts
        areNumbers
        facts={[
          {
            ...figures.sold,
            value: <LinkedFigure value={orders.total.commerce} to={behind.placed("normal")} />,
          },
          {
            ...figures.seeding,
            value: <LinkedFigure value={orders.total.seeding} to={behind.placed("seeding")} />,
          },
          { ...figures.delivered, value: <Figure value={overall.delivered.articles} /> },
          {
            ...figures.hours,
            value: hours === null ? NONE : t("orders.hoursValue", { hours: number(hours) }),
          },
        ]}
      />
    </Section>
  );
}

/** Orders by how they stand; each leads to those of the days. */
function Statuses({ asked, report }: CardProps) {
  const { t } = useTranslation("analytics");
  const { statuses } = useFigures(report.countedAt);
  const behind = useOrdersBehind(asked);
  return (
    <Section title={statuses.label} action={statuses.hint}>
      <StatusTable
        counts={[
          {
            ...{ id: "orders", header: t("figure.orders"), statuses: report.orders.statuses },
            listOf: behind.inStatus,
          },
        ]}
      />
    </Section>
  );
}

function Inventory({ report: { inventory, countedAt } }: Pick<CardProps, "report">) {
  const { t } = useTranslation("analytics");
  const figures = useFigures(countedAt);
  return (
    <Section title={t("inventory.title")}>
      <Facts
        areNumbers
        facts={[
          { ...figures.unique, value: <Figure value={inventory.uniqueProductCount} /> },
          { ...figures.inWarehouse, value: <Figure value={inventory.productInWarehouse} /> },
          { ...figures.shipments, value: <Figure value={inventory.inbound.shipment} /> },
          { ...figures.expected, value: <Figure value={inventory.inbound.product} /> },
        ]}
      />
    </Section>
  );
}

function Tickets({ asked, report: { tickets, countedAt } }: CardProps) {
  const { t } = useTranslation("analytics");
  const figures = useFigures(countedAt);
  const opened = useTicketsBehind(asked);
  return (
    <Section title={t("tickets.title")}>
      <Facts
        areNumbers
        facts={[
          { ...figures.opened, value: <LinkedFigure value={tickets.count} to={opened} /> },
          { ...figures.answers, value: <Figure value={tickets.volume} /> },
          { ...figures.average, value: <Figure value={Number(tickets.average)} /> },
        ]}
      />
    </Section>
  );
}

const WAITING = (
  <>
    <Columns main={<CardSkeleton height={480} />} side={<CardSkeleton height={480} />} />
    <CardSkeleton height={424} />
  </>
);

/** How orders, stock and tickets stand, and where orders went. */
export function StandingPart({ asked }: { asked: Asked }) {
  const orders = useOrdersBehind(asked);
  return (
    <Loaded of={useReport(asked)} waiting={WAITING}>
      {(report) => (
        <>
          <Columns
            main={<Statuses asked={asked} report={report} />}
            side={
              <>
                <Orders asked={asked} report={report} />
                <Inventory report={report} />
                <Tickets asked={asked} report={report} />
              </>
            }
          />
          <Countries report={report} listOf={orders.toCountry} />
        </>
      )}
    </Loaded>
  );
}
