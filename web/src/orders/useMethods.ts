import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** What a way of shipping is called: the usual ones in the reader's words, others as their provider names them. */
export function useMethods(): (method: string) => string {
  const { t } = useTranslation("orders");
  return useMemo(() => {
    const usual: Record<string, string> = {
      standard: t("method.standard"),
      express: t("method.express"),
      pickup: t("method.pickup"),
      "pick-up point": t("method.pickup"),
    };
    return (method) => usual[method.toLowerCase()] ?? method;
  }, [t]);
}
