import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { formatDecimal, padDecimal, parseDecimal, typedDecimal } from "./decimal";
import classes from "./fields.module.css";
import { type Checks, type FieldProps, useRules } from "./rules";

interface NumberFieldProps extends FieldProps, Pick<Checks, "min" | "max" | "decimals"> {
  /** The unit of the value, behind it. */
  suffix?: string;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * A number, an exact decimal in the form (`"2.60"`), empty `""`. Comma and dot both divide; `decimals` is how many
 * digits may follow, which a value left shorter is filled up to: 0 for whole numbers.
 */
export function NumberField({ suffix, ...props }: NumberFieldProps) {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? "fr";
  const { control } = useFormContext();
  const rules = useRules({ ...props, kind: "number" });
  const { field, fieldState } = useController({ name: props.name, control, rules });
  const value = String(field.value ?? "");
  // What is being typed stays as it is; null while the field is not the focused one.
  const [typed, setTyped] = useState<{ text: string; before: string } | null>(null);
  const typeable = typedDecimal(value, language);

  const meant = (text: string) => (text.trim() === "" ? "" : (parseDecimal(text) ?? text));
  const change = (text: string) => {
    setTyped({ text, before: typed?.before ?? value });
    field.onChange(meant(text));
  };
  // The keyboard comes upon a field with all of it selected, to be typed over: so it stays in its other shape.
  const enter = (input: HTMLInputElement) => {
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    setTyped({ text: typeable, before: value });
    // Once it has that shape. Not forced here: a field that takes the focus as it appears does so while React renders.
    if (isWhole) queueMicrotask(() => input.select());
  };
  const leave = () => {
    // Passing by changes nothing.
    if (typed && typed.before !== value) field.onChange(padDecimal(value, props.decimals ?? 0));
    setTyped(null);
    field.onBlur();
  };
  // A value that came from elsewhere, as a record that was read again, takes the place of what was typed.
  const isTyped = typed !== null && meant(typed.text) === value;
  const shown = isTyped ? typed.text : formatDecimal(padDecimal(value, props.decimals ?? 0), language);
  return (
    <TextInput
      label={props.label}
      description={props.description}
      withAsterisk={props.required}
      aria-required={props.required}
      aria-description={suffix}
      inputMode="decimal"
      autoComplete="off"
      placeholder={props.placeholder}
      data-autofocus={props.autoFocus || undefined}
      autoFocus={props.autoFocus}
      classNames={{ input: classes.number }}
      rightSection={suffix && <span className={classes.unit}>{suffix}</span>}
      rightSectionWidth={suffix && `${suffix.length + 3}ch`}
      rightSectionPointerEvents="none"
      error={fieldState.error?.message}
      name={field.name}
      ref={field.ref}
      value={shown}
      onFocus={(event) => enter(event.currentTarget)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
