import { Textarea, type TextareaProps } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { type Checks, type FieldProps, useRules } from "./rules";

interface AreaFieldProps extends FieldProps, Pick<Checks, "minLength" | "maxLength"> {
  /** How many lines are there from the start; it grows with its text. */
  rows?: number;
  placeholder?: string;
  autoFocus?: boolean;
  /** What helps with typing stands around the box. */
  around?: (box: ReactElement<TextareaProps>) => ReactNode;
}

/** A text of several lines: Enter begins one, and with Ctrl or ⌘ sends the form. */
export function AreaField({ rows = 3, around = (box) => box, ...props }: AreaFieldProps) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(props.name, formState);
  return around(
    <Textarea
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      autosize
      minRows={rows}
      maxRows={16}
      placeholder={props.placeholder}
      data-autofocus={props.autoFocus || undefined}
      autoFocus={props.autoFocus}
      error={error?.message}
      {...register(props.name, useRules(props))}
    />,
  );
}
