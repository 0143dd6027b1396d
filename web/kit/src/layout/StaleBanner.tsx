import { useTranslation } from "react-i18next";
import { refreshEverything } from "../api/hooks";
import { useStaleParts } from "../api/stale";
import { Banner } from "../display/Banner";
import classes from "./Frame.module.css";
import { Button } from "./parts";

/** Says that something on screen could not be refreshed, wherever it is, and offers to try again. */
export function StaleBanner() {
  const { t } = useTranslation("kit");
  const isStale = useStaleParts(({ count }) => count > 0);
  if (!isStale) return null;
  return (
    <div className={classes.stale} data-on-screen>
      <Banner tone="warning" title={t("stale.title")}>
        <p>{t("stale.text")}</p>
        <Button onClick={() => void refreshEverything()}>{t("error.retry")}</Button>
      </Banner>
    </div>
  );
}
