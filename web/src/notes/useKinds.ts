import { useTranslation } from "react-i18next";

/** What notes are about, by what the API calls it. */
export function useKinds(): Record<string, string> {
  const { t } = useTranslation("notes");
  return {
    bundle: t("kind.bundle"),
    charge: t("kind.charge"),
    commission: t("kind.commission"),
    factory: t("kind.factory"),
    fee: t("kind.fee"),
    "inbound-shipment": t("kind.inbound-shipment"),
    invoice: t("kind.invoice"),
    order: t("kind.order"),
    organization: t("kind.organization"),
    project: t("kind.project"),
    "project-product": t("kind.project-product"),
    "project-production": t("kind.project-production"),
    store: t("kind.store"),
    ticket: t("kind.ticket"),
    user: t("kind.user"),
  };
}
