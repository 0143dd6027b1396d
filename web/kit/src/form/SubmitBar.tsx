import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../layout/parts";
import classes from "./SaveBar.module.css";
import { useUnsavedGuard } from "./useUnsavedGuard";

interface SubmitBarProps {
  /** A verb with its object: "Create organization". */
  label: string;
  /** Where Cancel leads. */
  to: string;
  /** What stays in sight beside the buttons: a running total. */
  children?: ReactNode;
}

/** The end of a form that makes something new; leaving the page with something typed asks first. */
export function SubmitBar({ label, to, children }: SubmitBarProps) {
  const { t } = useTranslation("kit");
  const { formState } = useFormContext();
  useUnsavedGuard(formState.isDirty);
  return (
    <section className={classes.bar} data-form-bar aria-label={t("form.actions")}>
      <span>{children}</span>
      <Button to={to}>{t("cancel")}</Button>
      <Button kind="primary" type="submit" busy={formState.isSubmitting}>
        {label}
      </Button>
    </section>
  );
}
