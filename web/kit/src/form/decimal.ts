import { localeOf } from "../i18n/locale";

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Whether a text is an exact decimal as the API writes it: `"2.60"`. */
export const isDecimal = (text: string) => DECIMAL.test(text);

/** How many digits stand behind the mark of an exact decimal. */
export const decimalsOf = (value: string) => value.split(".")[1]?.length ?? 0;

/**
 * A number as people type it, comma or dot, as an exact decimal; null when it is none. With both marks the last one
 * divides and the others group; a mark that comes twice only groups.
 */
export function parseDecimal(text: string): string | null {
  const bare = text.replace(/[\s'’]/g, "").replace(/^[−–]/, "-");
  const mark = Math.max(bare.lastIndexOf(","), bare.lastIndexOf("."));
  const isGroup = mark !== bare.indexOf(bare[mark] ?? "");
  const end = mark < 0 || isGroup ? bare.length : mark;
  const whole = bare.slice(0, end).replace(/[.,]/g, "").replace(/^\+/, "");
  const fraction = bare.slice(end + 1);
  const sign = whole.startsWith("-") ? "-" : "";
  const digits = whole.slice(sign.length).replace(/^0+(?=\d)/, "");
  if (digits === "" && fraction === "") return null;
  const value = sign + (digits || "0") + (fraction && `.${fraction}`);
  return isDecimal(value) ? value : null;
}

/** `"2.6"` with two decimals is `"2.60"`; digits are never taken away. */
export function padDecimal(value: string, decimals: number): string {
  const missing = decimals - decimalsOf(value);
  if (!isDecimal(value) || missing <= 0) return value;
  return `${value}${value.includes(".") ? "" : "."}${"0".repeat(missing)}`;
}

/** The sum of exact decimals, with as many digits as the longest: `["0.10", "2"]` is "2.10". */
export function addDecimals(values: string[]): string {
  const digits = Math.max(0, ...values.map(decimalsOf));
  const units = values.reduce((sum, value) => sum + BigInt(padDecimal(value, digits).replace(".", "")), 0n);
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const at = text.length - digits;
  return `${units < 0n ? "-" : ""}${text.slice(0, at)}${digits > 0 ? `.${text.slice(at)}` : ""}`;
}

/** Whether a language divides decimals by a comma, as all of ours but English do. */
export const hasDecimalComma = (language: string) => !language.startsWith("en");

/** An exact decimal as it is typed in a language: `2,60`; any other text as it is. */
export const typedDecimal = (value: string, language: string) =>
  isDecimal(value) && hasDecimalComma(language) ? value.replace(".", ",") : value;

/** An exact decimal in a language's way, every digit kept; any other text as it is. */
export function formatDecimal(value: string, language: string): string {
  if (!isDecimal(value)) return value;
  const digits = decimalsOf(value);
  const format = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(value as Intl.StringNumericLiteral);
}
