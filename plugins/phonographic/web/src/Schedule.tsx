import { DateTime, Empty, Loaded, Quiet, Section, SimpleTable, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Planned, useSchedule } from "./api";
import { useWords } from "./words";

/** What is sent by itself: which report of each territory comes next, and when. */
export function Schedule() {
  const { t } = useTranslation("phonographic");
  return (
    <Section title={t("integration.schedule.title")}>
      <Loaded of={useSchedule()}>
        {(plans) =>
          plans.length === 0 ? (
            <Empty icon="clock" title={t("integration.schedule.empty.title")}>
              {t("integration.schedule.empty.text")}
            </Empty>
          ) : (
            <Plans plans={plans} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Plans({ plans }: { plans: Planned[] }) {
  const { t } = useTranslation("phonographic");
  const words = useWords();
  const { date, time } = useFormats();
  return (
    <SimpleTable
      caption={t("integration.schedule.title")}
      rows={plans}
      rowKey={(plan) => `${plan.layout} ${plan.shop} ${plan.territory}`}
      columns={[
        {
          id: "territory",
          header: t("integration.field.territory"),
          cell: (plan) => words.territory(plan.territory),
        },
        { id: "layout", header: t("integration.field.report"), cell: (plan) => words.layout(plan.layout) },
        { id: "shop", header: t("integration.field.shop"), cell: (plan) => plan.shopName },
        {
          id: "cadence",
          header: t("integration.field.cadence"),
          cell: (plan) =>
            plan.cadence === "daily"
              ? t("integration.schedule.daily", { basis: words.basis(plan.basis) })
              : t("integration.schedule.weekly", { basis: words.basis(plan.basis) }),
        },
        {
          id: "period",
          header: t("integration.schedule.next"),
          cell: ({ next }) => words.days(next.first, next.last),
        },
        {
          id: "chart",
          header: t("integration.schedule.chart"),
          cell: ({ next }) => <DateTime at={next.chart} relative={false} />,
        },
        {
          id: "at",
          header: t("integration.schedule.at"),
          cell: ({ next }) => `${date(next.at)} ${time(next.at)}`,
        },
        {
          id: "channel",
          header: t("integration.field.channel"),
          cell: (plan) => plan.channel ?? <Quiet>{t("integration.schedule.notSent")}</Quiet>,
        },
      ]}
    />
  );
}
