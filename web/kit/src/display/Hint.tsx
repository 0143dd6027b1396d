import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Popup } from "../layout/Popup";
import classes from "./Hint.module.css";
import { Icon } from "./icons";

interface HintProps {
  /** What it explains. */
  of: string;
  children: ReactNode;
}

/**
 * What a figure or a word means, told to who asks: a small button beside it, with a panel below.
 *
 * @example <Stat label={t("orders")} hint={<Hint of={t("orders")}>{t("ordersHint")}</Hint>} … />
 */
export function Hint({ of, children }: HintProps) {
  const { t } = useTranslation("parts");
  const label = t("hint.of", { of });
  return (
    <Popup
      label={label}
      className={classes.panel}
      target={
        <button type="button" className={classes.button} data-on-screen aria-label={label} title={label}>
          <Icon name="info" size={14} />
        </button>
      }
    >
      {() => children}
    </Popup>
  );
}
