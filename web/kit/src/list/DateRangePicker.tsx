import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import "dayjs/locale/pt";
import "dayjs/locale/tr";
import { DateInput } from "@mantine/dates";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Day, dayOf, parseDay } from "../i18n/day";
import { useFormats } from "../i18n/format";
import {
  type DateRange,
  FUTURE_PRESETS,
  isPreset,
  PRESETS,
  type Preset,
  presetRange,
  withEnd,
} from "../i18n/period";
import classes from "./Filters.module.css";

interface DateRangePickerProps {
  /** Days, or the name of a period as `from`. */
  value: Partial<DateRange>;
  /** Days to come can be chosen too. */
  future?: boolean;
  onPeriod: (period: Preset) => void;
  onChange: (range: DateRange) => void;
}

/** Periods, and two ends to type or pick. Loaded when first opened: the calendar is heavy. */
export default function DateRangePicker({ value, future = false, onPeriod, onChange }: DateRangePickerProps) {
  const { t, i18n } = useTranslation("kit");
  const format = useFormats();
  const today = dayOf(new Date());
  const first = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({});
  const period = isPreset(value.from) ? value.from : null;
  const range = period ? presetRange(period, today) : value;
  const presets = future ? [...FUTURE_PRESETS, ...PRESETS] : PRESETS;

  /** What is wrong with a text that was typed as a day. */
  const complaintOf = (text: string) => {
    const day = parseDay(text);
    if (text.trim() === "") return undefined;
    if (!day) return t("dates.unreadable");
    return !future && day > today ? t("dates.notYet") : undefined;
  };
  const set = (name: "from" | "to", day: Day | null) => {
    setWrong({ ...wrong, [name]: undefined });
    if (day && day !== range[name]) onChange(withEnd(range, name, day));
  };
  const type = (name: "from" | "to", text: string) => {
    const complaint = complaintOf(text);
    if (complaint) setWrong({ ...wrong, [name]: complaint });
    else set(name, parseDay(text));
  };
  const end = (name: "from" | "to") => (
    <DateInput
      ref={name === "from" ? first : undefined}
      label={t(name === "from" ? "dates.from" : "dates.to")}
      value={range[name] ?? null}
      onChange={(day) => set(name, day)}
      // Half of a year is a year too: what is typed is read once it is whole.
      dateParser={() => null}
      valueFormat={format.date}
      placeholder={t("dates.placeholder")}
      // What cannot be read stays, and says so.
      fixOnBlur={false}
      onBlur={(event) => type(name, event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && type(name, event.currentTarget.value)}
      error={wrong[name]}
      maxDate={future ? undefined : today}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{ previousMonth: t("dates.monthBefore"), nextMonth: t("dates.monthAfter") }}
      // Its Portuguese is Portugal's.
      locale={i18n.resolvedLanguage?.slice(0, 2)}
      popoverProps={{ withinPortal: false }}
      size="sm"
    />
  );

  return (
    <div className={classes.dates}>
      <ul className={classes.presets} aria-label={t("dates.presets")}>
        {presets.map((preset) => {
          const { from, to } = presetRange(preset, today);
          return (
            <li key={preset}>
              <button
                type="button"
                className={classes.preset}
                aria-pressed={preset === period}
                title={`${format.date(from)} – ${format.date(to)}`}
                onClick={() => {
                  setWrong({});
                  onPeriod(preset);
                }}
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
            aria-pressed={period === null && (value.from ?? value.to) !== undefined}
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
