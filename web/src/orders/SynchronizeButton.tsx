import { SynchronizeButton as Synchronize } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { orders } from "./api";

/** Starts a synchronisation of all connections' orders. */
export function SynchronizeButton() {
  const { t } = useTranslation("orders");
  return (
    <Synchronize
      permission="WRITE_ORDER"
      label={t("synchronize.action")}
      failed={t("synchronize.failed")}
      ask={orders.synchronize}
      isSecond
    />
  );
}
