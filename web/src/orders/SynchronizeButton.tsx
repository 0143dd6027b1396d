import { useTranslation } from "react-i18next";
import { SynchronizeButton as Synchronize } from "../live/SynchronizeButton";
import { synchronizeOrders } from "./api";

/** Starts a synchronisation of all connections' orders. */
export function SynchronizeButton() {
  const { t } = useTranslation("orders");
  return (
    <Synchronize
      label={t("synchronize.action")}
      failed={t("synchronize.failed")}
      ask={synchronizeOrders}
      isSecond
    />
  );
}
