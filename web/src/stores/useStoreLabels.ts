import { useTranslation } from "react-i18next";
import type { ConnectorRole } from "./api";

/** The roles a provider can play for a store, in words, in their order. */
export function useConnectorRoles(): Record<ConnectorRole, { label: string; text: string }> {
  const { t } = useTranslation("stores");
  return {
    shop: { label: t("connector.shop"), text: t("connector.shopText") },
    fulfillment: { label: t("connector.fulfillment"), text: t("connector.fulfillmentText") },
    support: { label: t("connector.support"), text: t("connector.supportText") },
  };
}

/** What a store's links lead to, in words. */
export function useLinkTypes(): Record<string, string> {
  const { t } = useTranslation("stores");
  return { shop: t("link.shop"), support: t("link.support"), other: t("link.other") };
}
