import { MultiSelect, Select } from "@mantine/core";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FieldProps, useRules } from "./rules";
import { type ChoiceSource, useRemoteChoices } from "./useRemoteChoices";

interface ChoiceFieldProps extends FieldProps, ChoiceSource {
  placeholder?: string;
  autoFocus?: boolean;
}

/** One record of many, searched for on the server: its id in the form, null for none. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { t } = useTranslation("kit");
  const { control } = useFormContext();
  const rules = useRules(props);
  const { field, fieldState } = useController({ name: props.name, control, rules });
  const choices = useRemoteChoices(props, field.value ? [field.value] : []);
  return (
    <Select
      {...choices}
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      value={field.value || null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      searchable
      // Before enough is typed there is nothing to open; what has the focus first would hide the form behind it.
      openOnFocus={!props.minSearch && !props.autoFocus}
      allowDeselect={!props.required}
      clearable={!props.required}
      clearButtonProps={{ "aria-label": t("form.clear", { field: props.label }) }}
      placeholder={props.placeholder}
      data-autofocus={props.autoFocus || undefined}
      autoFocus={props.autoFocus}
      error={fieldState.error?.message}
    />
  );
}

/** Several records of many, searched for on the server: their ids in the form. */
export function ChoicesField(props: ChoiceFieldProps) {
  const { t } = useTranslation("kit");
  const { control } = useFormContext();
  const rules = useRules(props);
  const { field, fieldState } = useController({ name: props.name, control, rules });
  const values: string[] = field.value ?? [];
  const choices = useRemoteChoices(props, values);
  return (
    <MultiSelect
      {...choices}
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      value={values}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      searchable
      hidePickedOptions
      clearable
      clearButtonProps={{ "aria-label": t("form.clear", { field: props.label }) }}
      placeholder={values.length > 0 ? undefined : props.placeholder}
      data-autofocus={props.autoFocus || undefined}
      autoFocus={props.autoFocus}
      error={fieldState.error?.message}
    />
  );
}
