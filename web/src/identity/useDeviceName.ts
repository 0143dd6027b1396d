import { useTranslation } from "react-i18next";
import { deviceOf } from "./device";

/** What people call the device that a user agent stands for. */
export function useDeviceName() {
  const { t } = useTranslation("identity");
  return (userAgent: string) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return t("sessions.browserOn", { browser, system });
    return browser ?? system ?? t("sessions.unknown");
  };
}
