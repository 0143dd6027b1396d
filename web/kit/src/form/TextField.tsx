import { TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { type Checks, type FieldProps, useRules } from "./rules";

interface TextFieldProps extends FieldProps, Pick<Checks, "minLength" | "maxLength"> {
  type?: "text" | "email" | "tel" | "url" | "date";
  /** What the value is, where its type does not tell. */
  kind?: "countryCode" | "barcode";
  /** The unit of the value, behind it. */
  suffix?: string;
  placeholder?: string;
  autoFocus?: boolean;
  autoComplete?: string;
}

const KIND_OF = { email: "email", tel: "phone", date: "date", text: undefined, url: undefined } as const;

/** A line of text. */
export function TextField({ suffix, kind, ...props }: TextFieldProps) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(props.name, formState);
  const rules = useRules({ ...props, kind: kind ?? KIND_OF[props.type ?? "text"] });
  return (
    <TextInput
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      type={props.type}
      rightSection={suffix}
      placeholder={props.placeholder}
      data-autofocus={props.autoFocus || undefined}
      autoFocus={props.autoFocus}
      autoComplete={props.autoComplete}
      error={error?.message}
      {...register(props.name, rules)}
    />
  );
}
