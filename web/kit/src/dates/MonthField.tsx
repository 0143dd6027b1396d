import { useTranslation } from "react-i18next";
import { CalendarField, type CalendarFieldProps } from "./CalendarField";
import { formatMonth, parseMonth } from "./calendar";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/**
 * A month, `2026-11` in the form, empty `""`; typed `11/2026` or `nov. 2026`, or chosen.
 *
 * @example <MonthField name="month" label={t("invoicedMonth")} required />
 */
export function MonthField(props: CalendarFieldProps) {
  const { t, i18n } = useTranslation("parts");
  return (
    <CalendarField
      {...props}
      kind="month"
      is={(text) => MONTH.test(text)}
      parse={(text) => parseMonth(text, i18n.resolvedLanguage ?? "fr")}
      format={formatMonth}
      firstDay={(month) => `${month}-01`}
      wrong={t("dates.notMonth")}
      placeholder={t("dates.monthExample")}
    />
  );
}
