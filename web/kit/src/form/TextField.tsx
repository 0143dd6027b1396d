import { TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";

import { type FieldProps, useRules } from "./rules";

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "tel" | "url";
  /** The unit of the value, behind it. */
  suffix?: string;
  autoFocus?: boolean;
  autoComplete?: string;
}

/** A line of text. */
export function TextField({ suffix, ...props }: TextFieldProps) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(props.name, formState);
  return (
    <TextInput
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      type={props.type}
      rightSection={suffix}
      data-autofocus={props.autoFocus || undefined}
      autoFocus={props.autoFocus}
      autoComplete={props.autoComplete}
      error={error?.message}
      {...register(props.name, useRules(props))}
    />
  );
}
