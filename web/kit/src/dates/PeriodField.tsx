import { lazy } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FieldProps, useRules } from "../form/rules";
import { type Day, isDay, monthsFrom, parseDay } from "../i18n/day";
import { type DateRange, type Preset, presetRange } from "../i18n/period";
import { formatDay, today } from "./calendar";
import classes from "./dates.module.css";
import { TypedInput } from "./TypedInput";

const Calendar = lazy(() => import("./Calendar"));

const dayOr = (value: unknown): Day | null => (isDay(String(value ?? "")) ? String(value) : null);

interface NamedPeriod extends DateRange {
  label: string;
}

/** Whole months, quarters and years; January is month 0 of the year. */
function useCalendarPeriods(): (Preset | NamedPeriod)[] {
  const { t } = useTranslation("parts");
  const now = today();
  const year = -(Number(now.slice(5, 7)) - 1);
  const quarter = -((Number(now.slice(5, 7)) - 1) % 3);
  return [
    { label: t("dates.thisMonth"), ...monthsFrom(now, 0) },
    "lastMonth",
    { label: t("dates.nextMonthWhole"), ...monthsFrom(now, 1) },
    { label: t("dates.thisQuarter"), ...monthsFrom(now, quarter, 3) },
    { label: t("dates.lastQuarter"), ...monthsFrom(now, quarter - 3, 3) },
    { label: t("dates.thisYear"), ...monthsFrom(now, year, 12) },
    "lastYear",
  ];
}

/** The periods that are offered, as far as their days can be chosen. */
function useOffered({ presets, min, max }: Pick<PeriodFieldProps, "presets" | "min" | "max">): NamedPeriod[] {
  const { t } = useTranslation("kit");
  const calendarPeriods = useCalendarPeriods();
  return (presets ?? calendarPeriods)
    .map((preset) =>
      typeof preset === "string" ? { label: t(`dates.${preset}`), ...presetRange(preset, today()) } : preset,
    )
    .map(({ label, from, to }) => ({
      label,
      from: min && from < min ? min : from,
      to: max && to > max ? max : to,
    }))
    .filter(({ from, to }) => from <= to);
}

interface PeriodFieldProps extends FieldProps {
  min?: Day;
  max?: Day;
  /** The periods offered instead of whole months, quarters and years: those that lists know by name, and others. */
  presets?: readonly (Preset | NamedPeriod)[];
}

/**
 * A span of days, both included: `{ from: "2026-11-01", to: "2026-11-30" }` below its name in the form, which is
 * `{name}.from` and `{name}.to` to the server too. Typed, chosen, or one of the periods that are asked for often. An end
 * that passes the other takes it along.
 *
 * @example <PeriodField name="period" label={t("invoicedPeriod")} required />
 */
export function PeriodField({ name, label, description, required, min, max, presets }: PeriodFieldProps) {
  const { t } = useTranslation("parts");
  const { control, setValue } = useFormContext();
  const offered = useOffered({ presets, min, max });
  const names = { from: `${name}.from`, to: `${name}.to` };
  const check = (value: unknown) => {
    const day = String(value ?? "");
    if (!isDay(day)) return day ? t("dates.notDay") : undefined;
    if (min && day < min) return t("dates.min", { date: formatDay(min) });
    if (max && day > max) return t("dates.max", { date: formatDay(max) });
  };
  const from = useController({
    name: names.from,
    control,
    rules: { ...useRules({ name: names.from, required, kind: "date" }), validate: check },
  });
  const to = useController({
    name: names.to,
    control,
    rules: { ...useRules({ name: names.to, required, kind: "date" }), validate: check },
  });
  const ends: [Day | null, Day | null] = [dayOr(from.field.value), dayOr(to.field.value)];

  const choose = ([first, last]: [Day | null, Day | null]) => {
    const how = { shouldDirty: true, shouldValidate: last !== null };
    setValue(names.from, first ?? "", how);
    setValue(names.to, last ?? "", how);
  };
  // Half of a year is a year too: an end is whole once it is left.
  const leave = ({ value, onBlur }: typeof from.field) => {
    const [first, last] = ends;
    if (first && last && first > last && !check(value)) choose([value, value]);
    onBlur();
  };
  const input = { placeholder: t("dates.dayExample"), format: formatDay, required, open: t("dates.open") };
  return (
    <fieldset className={classes.period}>
      <legend className={classes.legend}>{label}</legend>
      {description && <p className={classes.description}>{description}</p>}
      <div className={classes.ends}>
        <TypedInput
          {...from.field}
          {...input}
          label={t("dates.from")}
          onBlur={() => leave(from.field)}
          value={String(from.field.value ?? "")}
          error={from.fieldState.error?.message}
          parse={parseDay}
        />
        <TypedInput
          {...to.field}
          {...input}
          label={t("dates.to")}
          onBlur={() => leave(to.field)}
          value={String(to.field.value ?? "")}
          error={to.fieldState.error?.message}
          parse={parseDay}
          calendar={(close) => (
            <div className={classes.choices}>
              <div className={classes.presets}>
                {offered.map((preset) => (
                  <button
                    key={preset.label}
                    type="button"
                    className={classes.preset}
                    aria-pressed={preset.from === ends[0] && preset.to === ends[1]}
                    title={`${formatDay(preset.from)} – ${formatDay(preset.to)}`}
                    onClick={() => {
                      choose([preset.from, preset.to]);
                      close();
                    }}
                  >
                    {preset.label}
                  </button>
                ))}
              </div>
              <Calendar
                kind="period"
                value={ends}
                min={min}
                max={max}
                onChoose={(chosen) => {
                  choose(chosen);
                  if (chosen[1]) close();
                }}
              />
            </div>
          )}
        />
      </div>
    </fieldset>
  );
}
