import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { confirm } from "../feedback/confirm";
import classes from "./SaveBar.module.css";

/** Stays in sight while its form has something to save; leaving the page asks first. */
export function SaveBar() {
  const { t } = useTranslation("kit");
  const { formState, reset } = useFormContext();
  const unsaved = formState.isDirty;
  const blocker = useBlocker(unsaved);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const question = {
      title: t("form.leave.title"),
      text: t("form.leave.text"),
      confirm: t("form.leave.confirm"),
    };
    void confirm({ ...question, destructive: true }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, t]);

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);

  if (!unsaved) return null;
  return (
    <section className={classes.bar} aria-label={t("form.unsaved")}>
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
