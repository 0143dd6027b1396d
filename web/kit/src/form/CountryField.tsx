import { Select } from "@mantine/core";
import { memo, useMemo } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { countriesIn } from "./countries";
import { findOptions } from "./fold";
import { type FieldProps, useRules } from "./rules";

const NOTHING: readonly string[] = [];

/** Its 249 countries are not made anew at each letter that is typed anywhere else in the form. */
const Countries = memo(Select<string>);

/**
 * A country: its two ISO 3166 letters in the form, null for none.
 *
 * @param first those that are mostly chosen, above the others
 */
export function CountryField({ first = NOTHING, ...props }: FieldProps & { first?: readonly string[] }) {
  const { t, i18n } = useTranslation("kit");
  const language = i18n.resolvedLanguage ?? "fr";
  const countries = useMemo(() => {
    const place = ({ value }: { value: string }) =>
      first.includes(value) ? first.indexOf(value) : first.length;
    return countriesIn(language).toSorted((one, other) => place(one) - place(other));
  }, [language, first]);
  const clear = useMemo(() => ({ "aria-label": t("form.clear", { field: props.label }) }), [t, props.label]);
  const { control } = useFormContext();
  const rules = useRules({ ...props, kind: "countryCode" });
  const { field, fieldState } = useController({ name: props.name, control, rules });
  return (
    <Countries
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      data={countries}
      value={field.value || null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      searchable
      filter={findOptions}
      allowDeselect={!props.required}
      clearable={!props.required}
      clearButtonProps={clear}
      nothingFoundMessage={t("list.noOption")}
      placeholder={t("form.country")}
      autoComplete="off"
      error={fieldState.error?.message}
    />
  );
}
