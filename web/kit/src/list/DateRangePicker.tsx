import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import { DateInput } from "@mantine/dates";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import { type DateRange, dayOf, isDay, PRESETS, presetRange, withEnd } from "./dateRange";
import classes from "./Filters.module.css";

interface DateRangePickerProps {
  value: Partial<DateRange>;
  onChange: (range: DateRange) => void;
}

/** Presets, and two ends to type (yyyy-mm-dd) or pick. Loaded when first opened: the calendar is heavy. */
export default function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const { t, i18n } = useTranslation("kit");
  const format = useFormats();
  const today = dayOf(new Date());
  const first = useRef<HTMLInputElement>(null);
  const isChosen = (range: DateRange) => range.from === value.from && range.to === value.to;
  const isCustom =
    (value.from ?? value.to) !== undefined && !PRESETS.some((preset) => isChosen(presetRange(preset, today)));

  const end = (name: "from" | "to") => (
    <DateInput
      ref={name === "from" ? first : undefined}
      label={t(name === "from" ? "dates.from" : "dates.to")}
      value={value[name] ?? null}
      onChange={(day) => day && isDay(day) && onChange(withEnd(value, name, day, today))}
      dateParser={(text) => (isDay(text) ? text : null)}
      valueFormat="YYYY-MM-DD"
      placeholder={t("dates.placeholder")}
      maxDate={today}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{ previousMonth: t("dates.previousMonth"), nextMonth: t("dates.nextMonth") }}
      locale={i18n.resolvedLanguage}
      popoverProps={{ withinPortal: false }}
      size="sm"
    />
  );

  return (
    <div className={classes.dates}>
      <ul className={classes.presets} aria-label={t("dates.presets")}>
        {PRESETS.map((preset) => {
          const range = presetRange(preset, today);
          return (
            <li key={preset}>
              <button
                type="button"
                className={classes.preset}
                aria-pressed={isChosen(range)}
                title={`${format.date(range.from)} – ${format.date(range.to)}`}
                onClick={() => onChange(range)}
              >
                {t(`dates.${preset}`)}
              </button>
            </li>
          );
        })}
        <li>
          <button
            type="button"
            className={classes.preset}
            aria-pressed={isCustom}
            onClick={() => first.current?.focus()}
          >
            {t("dates.custom")}
          </button>
        </li>
      </ul>
      <div className={classes.ends}>
        {end("from")}
        {end("to")}
      </div>
    </div>
  );
}
