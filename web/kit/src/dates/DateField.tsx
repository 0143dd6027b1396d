import { lazy } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FieldProps, useRules } from "../form/rules";
import { type Day, isDay, parseDay } from "../i18n/day";
import { formatDay } from "./calendar";
import { TypedInput } from "./TypedInput";

const Calendar = lazy(() => import("./Calendar"));

interface DateFieldProps extends FieldProps {
  /** The first and the last day that may be. */
  min?: Day;
  max?: Day;
  autoFocus?: boolean;
}

/**
 * A day, `2026-11-01` in the form, empty `""`; typed the French way, `01/11/2026`, or chosen from a calendar.
 *
 * @example <DateField name="dueOn" label={t("dueOn")} min={issuedOn} required />
 */
export function DateField({ min, max, ...props }: DateFieldProps) {
  const { t } = useTranslation("parts");
  const { control } = useFormContext();
  const rules = useRules({ ...props, kind: "date" });
  const check = (value: unknown) => {
    const day = String(value ?? "");
    if (!isDay(day)) return day ? t("dates.notDay") : undefined;
    if (min && day < min) return t("dates.min", { date: formatDay(min) });
    if (max && day > max) return t("dates.max", { date: formatDay(max) });
  };
  const { field, fieldState } = useController({
    name: props.name,
    control,
    rules: { ...rules, validate: check },
  });
  const value = String(field.value ?? "");
  return (
    <TypedInput
      {...props}
      {...field}
      value={value}
      error={fieldState.error?.message}
      placeholder={t("dates.dayExample")}
      parse={parseDay}
      format={formatDay}
      open={t("dates.open")}
      calendar={(close) => (
        <Calendar
          kind="day"
          value={isDay(value) ? value : null}
          min={min}
          max={max}
          onChoose={(day) => {
            field.onChange(day);
            close();
          }}
        />
      )}
    />
  );
}
