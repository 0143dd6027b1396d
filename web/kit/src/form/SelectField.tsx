import { Select } from "@mantine/core";
import { Controller, useFormContext } from "react-hook-form";
import { type FieldProps, useRules } from "./rules";

interface SelectFieldProps extends FieldProps {
  options: { value: string; label: string }[];
  /** It shows what holds and cannot be changed now; what is said around it says why. */
  disabled?: boolean;
}

/** One of some values. */
export function SelectField(props: SelectFieldProps) {
  const { control } = useFormContext();
  const rules = useRules(props);
  return (
    <Controller
      name={props.name}
      control={control}
      rules={rules}
      render={({ field, fieldState }) => (
        <Select
          label={props.label}
          description={props.description}
          withAsterisk={props.required}
          data={props.options}
          disabled={props.disabled}
          value={field.value ?? null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          allowDeselect={false}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
