import type { RegisterOptions } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isDay } from "../i18n/day";
import { useFieldName } from "./context";
import { decimalsOf, formatDecimal, isDecimal } from "./decimal";
import { isBarcode, isEmail, isPhone } from "./kinds";

/** What every field is told. */
export interface FieldProps {
  /** The value's name in the form, and in the server's answer about it. */
  name: string;
  label: string;
  description?: string;
  required?: boolean;
}

/** What a value must be like, beside being there. An empty one is only wrong where it is required. */
export interface Checks {
  /** Of characters. */
  minLength?: number;
  maxLength?: number;
  /** Of numbers. */
  min?: number;
  max?: number;
  /** Of numbers: how many digits behind the mark at most. */
  decimals?: number;
  kind?: "email" | "phone" | "date" | "countryCode" | "barcode" | "number";
}

/** The message for a text that is there but not as it should be; undefined when nothing is wrong. */
function useTextCheck({ kind, min, max, decimals, required }: Checks & { required?: boolean }) {
  const { t, i18n } = useTranslation("kit");
  const shown = (limit: number) => formatDecimal(String(limit), i18n.resolvedLanguage ?? "fr");

  const checkNumber = (text: string) => {
    if (!isDecimal(text)) return t("form.number");
    if (decimals === 0 && text.includes(".")) return t("form.whole");
    if (decimals !== undefined && decimalsOf(text) > decimals) return t("form.decimals", { count: decimals });
    if (min !== undefined && Number(text) < min) return t("form.min", { min: shown(min) });
    if (max !== undefined && Number(text) > max) return t("form.max", { max: shown(max) });
  };

  return (value: unknown): string | undefined => {
    if (value === null || value === undefined || value === "") return;
    const text = String(value);
    if (kind === "number") return checkNumber(text);
    if (required && text.trim() === "") return t("form.required");
    if (kind === "email" && !isEmail(text)) return t("form.email");
    if (kind === "phone" && !isPhone(text)) return t("form.phone");
    if (kind === "date" && !isDay(text)) return t("form.date");
    if (kind === "countryCode" && !/^[A-Z]{2}$/.test(text)) return t("form.countryCode");
    if (kind === "barcode" && !isBarcode(text)) return t("form.barcode");
  };
}

/** How a field's value is checked when it is left and when the form is sent. */
export function useRules(props: Pick<FieldProps, "name" | "required"> & Checks): RegisterOptions {
  const { t } = useTranslation("kit");
  const { required, minLength, maxLength } = props;
  const check = useTextCheck(props);
  useFieldName(props.name);
  return {
    required: required && t("form.required"),
    minLength: minLength && { value: minLength, message: t("form.tooShort", { count: minLength }) },
    maxLength: maxLength && { value: maxLength, message: t("form.tooLong", { count: maxLength }) },
    validate: check,
  };
}
