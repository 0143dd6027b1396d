import { lazy } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FieldProps, useRules } from "../form/rules";
import { TypedInput } from "./TypedInput";

const Calendar = lazy(() => import("./Calendar"));

export interface CalendarFieldProps extends FieldProps {
  /** The first and the last that may be, as the API writes them. */
  min?: string;
  max?: string;
  autoFocus?: boolean;
  /** It shows what holds and cannot be changed now; its description says why. */
  disabled?: boolean;
}

interface Kind {
  kind: "day" | "month";
  /** Whether a text is one, as the API writes it. */
  is: (text: string) => boolean;
  parse: (text: string) => string | null;
  format: (value: string) => string;
  /** The first day of one. */
  firstDay: (value: string) => string;
  /** What is said of a text that is none. */
  wrong: string;
  placeholder: string;
}

/** A day or a month: typed, or chosen from a calendar; empty `""`. */
export function CalendarField({ min, max, ...field }: CalendarFieldProps & Kind) {
  const { kind, is, parse, format, firstDay, wrong, placeholder, ...props } = field;
  const { t } = useTranslation("parts");
  const { control } = useFormContext();
  const rules = useRules({ ...props, kind: kind === "day" ? "date" : undefined });
  const check = (value: unknown) => {
    const text = String(value ?? "");
    if (!is(text)) return text ? wrong : undefined;
    if (min && text < min) return t("dates.min", { date: format(min) });
    if (max && text > max) return t("dates.max", { date: format(max) });
  };
  const controller = useController({ name: props.name, control, rules: { ...rules, validate: check } });
  const value = String(controller.field.value ?? "");
  return (
    <TypedInput
      {...props}
      {...controller.field}
      value={value}
      error={controller.fieldState.error?.message}
      placeholder={placeholder}
      parse={parse}
      format={format}
      open={t("dates.open")}
      calendar={(close) => (
        <Calendar
          kind={kind}
          value={is(value) ? value : null}
          min={min && firstDay(min)}
          max={max && firstDay(max)}
          onChoose={(chosen) => {
            controller.field.onChange(chosen);
            close();
          }}
        />
      )}
    />
  );
}
