import { Checkbox, Switch } from "@mantine/core";
import { useController, useFormContext } from "react-hook-form";
import classes from "./fields.module.css";
import { type FieldProps, useRules } from "./rules";

/** What a box and a switch have in common: true or false in the form; `required` means that it has to be on. */
function useToggle(props: FieldProps) {
  const { control } = useFormContext();
  const rules = useRules(props);
  const { field, fieldState } = useController({ name: props.name, control, rules });
  return {
    label: (
      <>
        {props.label}
        {props.required && (
          <span className={classes.asterisk} aria-hidden="true">
            {" *"}
          </span>
        )}
      </>
    ),
    description: props.description,
    "aria-required": props.required,
    "aria-invalid": fieldState.invalid || undefined,
    error: fieldState.error?.message,
    name: field.name,
    ref: field.ref,
    checked: Boolean(field.value),
    onChange: field.onChange,
    onBlur: field.onBlur,
  };
}

/** Yes or no, that takes effect when the form is sent. */
export function CheckboxField(props: FieldProps) {
  return <Checkbox {...useToggle(props)} />;
}

/** On or off. */
export function SwitchField(props: FieldProps) {
  return <Switch {...useToggle(props)} />;
}
