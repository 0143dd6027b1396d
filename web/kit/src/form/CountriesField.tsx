import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countriesIn } from "./countries";
import { MultiSelectField } from "./MultiSelectField";
import type { FieldProps } from "./rules";

/** Any number of countries: their two ISO 3166 letters each, a `string[]` in the form. */
export function CountriesField(props: FieldProps) {
  const { t, i18n } = useTranslation("kit");
  const language = i18n.resolvedLanguage ?? "fr";
  const options = useMemo(() => countriesIn(language), [language]);
  return <MultiSelectField {...props} options={options} placeholder={t("form.country")} />;
}
