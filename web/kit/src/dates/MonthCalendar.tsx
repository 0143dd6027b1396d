import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { monthStart } from "../i18n/day";
import { useFormats } from "../i18n/format";
import { IconButton } from "../layout/ActionMenu";
import { Button, OnScreen, Row, Stack } from "../layout/parts";
import { type Month, today } from "./calendar";
import { isMonth } from "./month";
import classes from "./month.module.css";

interface MonthCalendarProps {
  /** What is shown of a month. It starts anew with each: what was fetched for one is not shown for another. */
  children: (month: Month) => ReactNode;
}

/**
 * One month at a time, with the ways to the one before, the one after and the present one. Which one stands in the address,
 * `?month=2026-12`, so that it can be linked, gone back to, and is there again after a reload; the present one has none.
 *
 * @example
 * <MonthCalendar>
 *   {(month) => (
 *     <Loaded of={productions.useList(…shownDays(month)…)}>
 *       {({ rows }) => <MonthDays month={month} items={rows} …>{(row) => <ProductionLine production={row} />}</MonthDays>}
 *     </Loaded>
 *   )}
 * </MonthCalendar>
 */
export function MonthCalendar({ children }: MonthCalendarProps) {
  const { t } = useTranslation("kit");
  const [query, setQuery] = useSearchParams();
  const present = today().slice(0, 7);
  const asked = query.get("month") ?? "";
  const month = isMonth(asked) ? asked : present;
  const first = `${month}-01`;
  const format = useFormats();
  const show = (next: Month) => {
    if (next === month) return;
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === present) after.delete("month");
        else after.set("month", next);
        return after;
      },
      { preventScrollReset: true },
    );
  };
  const step = (months: number) => show(monthStart(first, months).slice(0, 7));
  return (
    <Stack>
      <Row gap={12}>
        <OnScreen>
          <Row gap={4}>
            <IconButton icon="left" label={t("dates.monthBefore")} onClick={() => step(-1)} />
            <IconButton icon="right" label={t("dates.monthAfter")} onClick={() => step(1)} />
            <Button onClick={() => show(present)}>{t("dates.today")}</Button>
          </Row>
        </OnScreen>
        <h2 className={classes.title} aria-live="polite">
          {format.month(first)}
        </h2>
      </Row>
      <Fragment key={month}>{children(month)}</Fragment>
    </Stack>
  );
}
