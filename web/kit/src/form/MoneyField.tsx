import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { NumberField } from "./NumberField";
import type { Checks, FieldProps } from "./rules";

interface MoneyFieldProps extends FieldProps, Pick<Checks, "min" | "max"> {
  /** ISO 4217. */
  currency?: string;
  placeholder?: string;
  autoFocus?: boolean;
}

/** How a currency is written, and how many digits follow its mark: 0 for yen. */
function currencyOf(currency: string, language: string) {
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  return { suffix: symbol, decimals: format.resolvedOptions().maximumFractionDigits };
}

/**
 * An amount, an exact decimal in the form, `"1234.56"`, empty `""`. Typed as people write it: `1 234,56`.
 *
 * @example <MoneyField name="amount" label={t("amount")} currency={invoice.currency} min={0} required />
 */
export function MoneyField({ currency = "EUR", ...props }: MoneyFieldProps) {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? "fr";
  const written = useMemo(() => currencyOf(currency, language), [currency, language]);
  return <NumberField {...props} {...written} />;
}
