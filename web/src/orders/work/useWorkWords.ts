import { useTranslation } from "react-i18next";
import type texts from "../../../locales/fr/orderWork.json";
import { fetchTexts } from "../../i18n";
import { useWords } from "../../i18n/useWords";
import type { OrderWork } from "./offered";

fetchTexts("orderWork");

declare module "@comptoir/kit" {
  interface PortalResources {
    orderWork: typeof texts;
  }
}

/** What work on orders is called, what it does and what came of it. */
export function useWorkWords() {
  const { t } = useTranslation("orderWork");
  const words = useWords();
  return (work: OrderWork) => {
    if (work.action !== "PLUGIN")
      return work.action === "PUSH"
        ? { ...t("PUSH", { returnObjects: true }), done: (count: number) => t("pushed", { count }) }
        : { ...t("CANCEL", { returnObjects: true }), done: (count: number) => t("cancelled", { count }) };
    const { label, confirm } = work.offered;
    const action = words(label);
    return {
      ...{ action, title: action, confirm: action },
      text: confirm ? words(confirm) : t("pluginText"),
      failed: t("pluginFailed", { action }),
      done: (count: number) => t("acted", { action, count }),
    };
  };
}
