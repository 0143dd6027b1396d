import { Button } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import classes from "./SaveBar.module.css";
import { useUnsavedGuard } from "./useUnsavedGuard";

/** Stays in sight while its form has something to save; leaving the page asks first. */
export function SaveBar() {
  const { t } = useTranslation("kit");
  const { formState, reset } = useFormContext();
  const unsaved = formState.isDirty;
  useUnsavedGuard(unsaved);

  if (!unsaved) return null;
  return (
    <section className={classes.bar} data-form-bar aria-label={t("form.unsaved")}>
      <span>{t("form.unsaved")}</span>
      <Button variant="default" onClick={() => reset()} disabled={formState.isSubmitting}>
        {t("form.discard")}
      </Button>
      <Button type="submit" loading={formState.isSubmitting}>
        {t("form.save")}
      </Button>
    </section>
  );
}
