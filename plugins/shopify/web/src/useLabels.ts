import { useTranslation } from "react-i18next";

/** What a kind of pull is called. */
export function usePullName(): (name: string) => string {
  const { t } = useTranslation("shopify");
  const names: Record<string, string> = {
    orders: t("pull.orders"),
    products: t("pull.products"),
    inventories: t("pull.inventories"),
  };
  return (name) => names[name] ?? name;
}
