import { MultiSelect } from "@mantine/core";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { findOptions } from "./fold";
import { type FieldProps, useRules } from "./rules";

interface MultiSelectFieldProps extends FieldProps {
  options: { value: string; label: string }[];
  placeholder?: string;
}

/** Any number of some values: a `string[]` in the form. */
export function MultiSelectField(props: MultiSelectFieldProps) {
  const { t } = useTranslation("kit");
  const { control } = useFormContext();
  const rules = useRules(props);
  const { field, fieldState } = useController({ name: props.name, control, rules });
  return (
    <MultiSelect
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      data={props.options}
      value={field.value ?? []}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      searchable
      filter={findOptions}
      clearable
      clearButtonProps={{ "aria-label": t("form.clear", { field: props.label }) }}
      hidePickedOptions
      nothingFoundMessage={t("list.noOption")}
      placeholder={field.value?.length ? undefined : props.placeholder}
      error={fieldState.error?.message}
    />
  );
}
