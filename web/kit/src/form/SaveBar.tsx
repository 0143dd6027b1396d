import { Button } from "@mantine/core";
import { useRef } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "../layout/keys";
import classes from "./SaveBar.module.css";
import { useUnsavedGuard } from "./useUnsavedGuard";

/** What can be typed in or chosen from. */
const FIELD = "input:enabled:not([type=hidden]), textarea:enabled, select:enabled";

/** Stays in sight while its form has something to save; leaving the page asks first. */
export function SaveBar() {
  const { t } = useTranslation("kit");
  const { formState, reset } = useFormContext();
  const unsaved = formState.isDirty;
  const place = useRef<HTMLSpanElement>(null);
  useUnsavedGuard(unsaved);
  useShortcuts({
    edit: () => place.current?.closest("form")?.querySelector<HTMLElement>(FIELD)?.focus(),
  });

  if (!unsaved) return <span ref={place} hidden />;
  return (
    <section className={classes.bar} data-form-bar aria-label={t("form.unsaved")}>
      <span ref={place}>{t("form.unsaved")}</span>
      <Button variant="default" onClick={() => reset()} disabled={formState.isSubmitting}>
        {t("form.discard")}
      </Button>
      <Button type="submit" loading={formState.isSubmitting}>
        {t("form.save")}
      </Button>
    </section>
  );
}
