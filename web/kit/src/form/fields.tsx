import { Select, TextInput } from "@mantine/core";
import { Controller, type RegisterOptions, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

interface FieldProps {
  /** The value's name in the form, and in the server's answer about it. */
  name: string;
  label: string;
  description?: string;
  required?: boolean;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function useRules(props: FieldProps & { type?: string }): RegisterOptions {
  const { t } = useTranslation("kit");
  return {
    required: props.required && t("form.required"),
    pattern: props.type === "email" ? { value: EMAIL, message: t("form.email") } : undefined,
  };
}

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

interface SelectFieldProps extends FieldProps {
  options: { value: string; label: string }[];
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
