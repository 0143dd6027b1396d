import { useDocumentTitle } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES, useLanguage } from "../i18n";
import classes from "./SignInPage.module.css";

/** The frame of the pages before one is signed in. */
export function SignInPage(props: {
  title: string;
  text?: string;
  /** What it says is news for who is here: read out. */
  isAlert?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("identity");
  const present = useLanguage();
  useDocumentTitle(props.title);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Comptoir
        </div>
        <div role={props.isAlert ? "alert" : undefined}>
          <h1 className={classes.title}>{props.title}</h1>
          {props.text && <p className={classes.text}>{props.text}</p>}
        </div>
        {props.children}
      </div>
      <nav className={classes.languages} aria-label={t("language")}>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === present}
            onClick={() => void changeLanguage(language)}
          >
            {LANGUAGE_NAMES[language]}
          </button>
        ))}
      </nav>
    </main>
  );
}
