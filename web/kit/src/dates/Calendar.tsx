import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import "dayjs/locale/pt";
import "dayjs/locale/tr";
import { DatePicker, MonthPicker } from "@mantine/dates";
import { useTranslation } from "react-i18next";
import type { Day } from "../i18n/day";
import { type Month, today } from "./calendar";

type CalendarProps = { min?: Day; max?: Day } & (
  | { kind: "day"; value: Day | null; onChoose: (day: Day) => void }
  | { kind: "month"; value: Month | null; onChoose: (month: Month) => void }
  | { kind: "period"; value: [Day | null, Day | null]; onChoose: (ends: [Day | null, Day | null]) => void }
);

/** The calendar itself, Monday first; fetched when one is first opened, as it is heavy. */
export default function Calendar(props: CalendarProps) {
  const { t, i18n } = useTranslation("parts");
  const now = today();
  const shared = {
    // Its Portuguese is Portugal's.
    locale: i18n.resolvedLanguage?.slice(0, 2),
    minDate: props.min,
    maxDate: props.max,
    ariaLabels: {
      previousMonth: t("dates.previousMonth"),
      nextMonth: t("dates.nextMonth"),
      previousYear: t("dates.previousYear"),
      nextYear: t("dates.nextYear"),
      previousDecade: t("dates.previousDecade"),
      nextDecade: t("dates.nextDecade"),
    },
  };
  if (props.kind === "month") {
    const value = props.value && `${props.value}-01`;
    return (
      <MonthPicker
        {...shared}
        value={value}
        defaultDate={value ?? now}
        onChange={(day) => day && props.onChoose(day.slice(0, 7))}
      />
    );
  }
  const days = {
    ...shared,
    firstDayOfWeek: 1 as const,
    weekendDays: [],
    hideOutsideDates: true,
    // The library's today is the browser's.
    getDayProps: (day: string) => ({ "data-today": day === now, "data-highlight-today": day === now }),
  };
  return props.kind === "day" ? (
    <DatePicker
      {...days}
      value={props.value}
      defaultDate={props.value ?? now}
      onChange={(day) => day && props.onChoose(day)}
    />
  ) : (
    <DatePicker
      {...days}
      type="range"
      allowSingleDateInRange
      value={props.value}
      defaultDate={props.value[0] ?? now}
      onChange={props.onChoose}
    />
  );
}
