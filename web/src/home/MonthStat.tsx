import { Figure, Money, NONE, Quiet, Stat, Trend } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Sales } from "../analytics/api";
import { Explained, type FigureId } from "./Explained";
import classes from "./Home.module.css";
import type { Month } from "./useMonth";
import { hasAny } from "./values";

type Figures = Sales["current"];

/** In the place of a figure that is on its way. */
export const waiting = <span className={classes.waiting} aria-busy="true" />;

/** One figure of this month beside the same days of the month and of the year before. */
export function MonthStat(props: {
  month: Month;
  label: string;
  figure: FigureId;
  of: (figures: Figures) => string | number;
  isMoney?: boolean;
  good?: "up" | "down" | "none";
  to?: string;
  /** Below it. */
  children?: ReactNode;
}) {
  const { t } = useTranslation("home");
  const { label, figure, of, isMoney, good, to } = props;
  const { days, now, before, nameOf } = props.month;
  const sameDays = (month: string, last: string) =>
    t("trend.sameDays", { month, count: Number(last.slice(8)) });
  const yearBefore = `${Number(days.now.from.slice(0, 4)) - 1}${days.now.from.slice(4)}`;
  const shown = (figures: Figures) =>
    isMoney ? <Money amount={String(of(figures))} /> : <Figure value={Number(of(figures))} />;
  const against = (figures: Figures | undefined, period: string) =>
    now.data &&
    figures &&
    (hasAny(figures) ? (
      <Trend value={of(now.data.current)} before={of(figures)} period={period} good={good} />
    ) : (
      <Quiet>{t("trend.nothing", { dash: NONE, period })}</Quiet>
    ));
  return (
    <Stat
      label={label}
      hint={<Explained of={label} figure={figure} at={now.data?.countedAt} />}
      to={to}
      value={now.data ? shown(now.data.current) : now.error ? NONE : waiting}
    >
      <span className={classes.trends}>
        {against(before.data?.current, sameDays(nameOf(days.before.from), days.before.to))}
        {against(now.data?.lastYear, sameDays(nameOf(yearBefore, true), days.now.to))}
        {props.children}
      </span>
    </Stat>
  );
}
