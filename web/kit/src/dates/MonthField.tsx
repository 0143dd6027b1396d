import { lazy } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FieldProps, useRules } from "../form/rules";
import { formatMonth, type Month, parseMonth } from "./calendar";
import { TypedInput } from "./TypedInput";

const Calendar = lazy(() => import("./Calendar"));
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

interface MonthFieldProps extends FieldProps {
  min?: Month;
  max?: Month;
  autoFocus?: boolean;
}

/**
 * A month, `2026-11` in the form, empty `""`; typed `11/2026` or `nov. 2026`, or chosen.
 *
 * @example <MonthField name="month" label={t("invoicedMonth")} required />
 */
export function MonthField({ min, max, ...props }: MonthFieldProps) {
  const { t, i18n } = useTranslation("parts");
  const { control } = useFormContext();
  const rules = useRules(props);
  const check = (value: unknown) => {
    const month = String(value ?? "");
    if (!MONTH.test(month)) return month ? t("dates.notMonth") : undefined;
    if (min && month < min) return t("dates.min", { date: formatMonth(min) });
    if (max && month > max) return t("dates.max", { date: formatMonth(max) });
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
      placeholder={t("dates.monthExample")}
      parse={(text) => parseMonth(text, i18n.resolvedLanguage ?? "fr")}
      format={formatMonth}
      open={t("dates.open")}
      calendar={(close) => (
        <Calendar
          kind="month"
          value={MONTH.test(value) ? value : null}
          min={min && `${min}-01`}
          max={max && `${max}-01`}
          onChoose={(month) => {
            field.onChange(month);
            close();
          }}
        />
      )}
    />
  );
}
