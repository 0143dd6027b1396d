import { MultiSelect, Select } from "@mantine/core";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FieldProps, useRules } from "./rules";
import { type RecordChoice, useRecordChoices } from "./useRecordChoices";

export interface RecordFieldProps<Row> extends FieldProps, RecordChoice<Row> {
  placeholder?: string;
  autoFocus?: boolean;
}

interface OneRecordProps<Row> extends RecordFieldProps<Row> {
  /** Is handed the record that somebody chose, once its id is in the form; null for none. */
  onChoose?: (row: Row | null) => void;
}

/** One record of many, searched for on the server: its id in the form, null for none. */
export function RecordField<Row>(props: OneRecordProps<Row>) {
  const { t } = useTranslation("kit");
  const { control } = useFormContext();
  const rules = useRules(props);
  const { field, fieldState } = useController({ name: props.name, control, rules });
  const choices = useRecordChoices(props, field.value ? [field.value] : []);
  return (
    <Select
      {...choices.props}
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      value={field.value || null}
      onChange={(chosen) =>
        void choices.choose(chosen, (id, row) => {
          field.onChange(id);
          props.onChoose?.(row);
        })
      }
      onBlur={field.onBlur}
      ref={field.ref}
      searchable
      // Before enough is typed there is nothing to open; what has the focus first would hide the form behind it.
      openOnFocus={!props.source?.minSearch && !props.autoFocus}
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
export function RecordsField<Row>(props: RecordFieldProps<Row>) {
  const { t } = useTranslation("kit");
  const { control, getValues } = useFormContext();
  const rules = useRules(props);
  const { field, fieldState } = useController({ name: props.name, control, rules });
  const values: string[] = field.value ?? [];
  const choices = useRecordChoices(props, values);
  return (
    <MultiSelect
      {...choices.props}
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      value={values}
      onChange={(ids) => {
        const added = ids.find((id) => !values.includes(id));
        if (added === undefined) return field.onChange(ids);
        // Others may be chosen while one is made.
        void choices.choose(added, (id) => field.onChange([...(getValues(props.name) ?? []), id]));
      }}
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
