import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useLanguageActions } from "../app/actions";
import classes from "./LanguageChoice.module.css";

/** The portal's languages, each in its own words; a choice holds at once. */
export function LanguageChoice() {
  const { t } = useTranslation("identity");
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t("profile.language")}</legend>
      {useLanguageActions().map(({ id, label, chosen, onClick }) => (
        <label key={id} lang={id} className={classes.language}>
          <input type="radio" name={name} checked={chosen === true} onChange={onClick} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
