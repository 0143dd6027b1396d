import { type Formats, useFormats } from "@comptoir/kit";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Explanation, MonthWarning } from "./api";

/** What the codes of VAT are called, by the code on the wire, where one is a word less than in the API's description. */
export function useVatNames(): Record<string, string> {
  const { t } = useTranslation("invoicing");
  return useMemo(
    () => ({
      FR_200: t("vat.FR_200"),
      FR_100_construction: t("vat.FR_100_construction"),
      FR_200_construction: t("vat.FR_200_construction"),
      intracom_21: t("vat.intracom_21"),
      intracom_55: t("vat.intracom_55"),
      intracom_85: t("vat.intracom_85"),
      intracom_100: t("vat.intracom_100"),
      crossborder: t("vat.crossborder"),
      extracom: t("vat.extracom"),
      exempt: t("vat.exempt"),
    }),
    [t],
  );
}

/** A month by the day that it begins with: "October 2026". */
export function useMonthName(): (first: string) => string {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? "fr";
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
    return (first) => format.format(new Date(`${first}T00:00Z`));
  }, [language]);
}

/** What is odd about a month's sales, in a sentence. */
export function useMonthWarning(): (of: MonthWarning) => string {
  const { t } = useTranslation("invoicing");
  const monthName = useMonthName();
  return ({ month, warning }) =>
    ({
      NET_SALES: t("warning.NET_SALES", { month: monthName(month) }),
      MISSING: t("warning.MISSING", { month: monthName(month) }),
      OUTSIDE: t("warning.OUTSIDE", { month: monthName(month) }),
    })[warning];
}

/** How a proposed amount came about, in a sentence. */
export function explain(
  { count, part, rate, whole, share }: Explanation,
  label: string,
  { money, number, percent }: Pick<Formats, "money" | "number" | "percent">,
  t: TFunction<"invoicing">,
): string {
  const sum =
    part && rate
      ? t("explain.commission", { rate: percent(rate), part: money(part) })
      : t("explain.fees", { count: number(count ?? 1), label, whole: money(whole) });
  return Number(share) === 100 ? sum : t("explain.share", { sum, share: percent(share) });
}

/** The same, in the present language. */
export function useExplanation(): (of: Explanation, label: string) => string {
  const { t } = useTranslation("invoicing");
  const formats = useFormats();
  return (of, label) => explain(of, label, formats, t);
}
