import type { RegisterOptions } from "react-hook-form";
import { useTranslation } from "react-i18next";

/** What every field is told. */
export interface FieldProps {
  /** The value's name in the form, and in the server's answer about it. */
  name: string;
  label: string;
  description?: string;
  required?: boolean;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** How a field's value is checked when it is left and when the form is sent. */
export function useRules(props: FieldProps & { type?: string }): RegisterOptions {
  const { t } = useTranslation("kit");
  return {
    required: props.required && t("form.required"),
    pattern: props.type === "email" ? { value: EMAIL, message: t("form.email") } : undefined,
  };
}
