import { NONE } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** A time in milliseconds, in the unit that fits it. */
export function useDuration(): (milliseconds: number | null) => string {
  const { i18n } = useTranslation();
  return (milliseconds) => {
    if (milliseconds === null) return NONE;
    const [value, unit] =
      milliseconds < 1_000
        ? [milliseconds, "millisecond"]
        : milliseconds < 120_000
          ? [milliseconds / 1_000, "second"]
          : [milliseconds / 60_000, "minute"];
    return new Intl.NumberFormat(i18n.language, {
      style: "unit",
      unit,
      unitDisplay: "short",
      maximumFractionDigits: 1,
    }).format(value);
  };
}
