import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../layout/ActionMenu";
import classes from "../layout/Page.module.css";

/** What fewer come for, before a page's main action; on phones three dots show it, so that the page begins with what it shows. */
export function Others({ children }: { children: ReactNode }) {
  const { t } = useTranslation("kit");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={classes.more}>
        <IconButton
          icon="more"
          label={t("moreActions")}
          expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div className={classes.others} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}
