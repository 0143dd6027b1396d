import { useTranslation } from "react-i18next";
import { isDay, parseDay } from "../i18n/day";
import { CalendarField, type CalendarFieldProps } from "./CalendarField";
import { formatDay } from "./calendar";

/**
 * A day, `2026-11-01` in the form, empty `""`; typed the French way, `01/11/2026`, or chosen from a calendar.
 *
 * @example <DateField name="dueOn" label={t("dueOn")} min={issuedOn} required />
 */
export function DateField(props: CalendarFieldProps) {
  const { t } = useTranslation("parts");
  return (
    <CalendarField
      {...props}
      kind="day"
      is={isDay}
      parse={parseDay}
      format={formatDay}
      firstDay={(day) => day}
      wrong={t("dates.notDay")}
      placeholder={t("dates.dayExample")}
    />
  );
}
