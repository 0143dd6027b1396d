import { localeOf } from "../i18n/locale";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** How large a file is: "1,2 Mo", "1.2 MB". */
export function formatSize(bytes: number, language: string): string {
  const power = bytes < 1_000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(localeOf(language), {
    style: "unit",
    unit: UNITS[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return format.format(bytes / 1_000 ** power);
}
