import { useTranslation } from "react-i18next";
import { NONE } from "../display/values";
import { useFormats } from "../i18n/format";
import { isNothing } from "./changes";

/** What a field's value is called; undefined leaves it to its kind. */
export type ValueNames = (field: string, value: unknown) => string | undefined;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Amounts and rates have two digits behind the mark at least, or are nothing; what has fewer may be a version. */
const DECIMAL = /^(0|-?\d+\.\d{2,})$/;

/** The name of a thing that stands inside a list. */
const nameOf = (thing: object) => {
  const { name, label, reference, id } = thing as Record<string, unknown>;
  return String(name ?? label ?? reference ?? id ?? JSON.stringify(thing));
};

/** A value in words, as a change of it is told: texts in quotation marks, numbers and dates as they are read. */
export function useValueText(names?: ValueNames): (field: string, value: unknown) => string {
  const { t } = useTranslation("history");
  const format = useFormats();

  const quoted = (text: string) => t("quoted", { text });
  const textOf = (text: string) => {
    if (MOMENT.test(text)) return t("moment", { day: format.date(text), time: format.time(text) });
    if (DAY.test(text)) return format.date(text);
    return DECIMAL.test(text) ? format.decimal(text) : quoted(text);
  };
  return function tell(field, value): string {
    if (isNothing(value)) return NONE;
    if (Array.isArray(value)) return value.map((each) => tell(field, each)).join(", ");
    const name = names?.(field, value);
    if (name !== undefined) return quoted(name);
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    if (typeof value === "number") return format.number(value);
    return typeof value === "object" && value !== null ? quoted(nameOf(value)) : textOf(String(value));
  };
}
