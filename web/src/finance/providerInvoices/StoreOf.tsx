import { useTranslation } from "react-i18next";
import { StoreLink } from "../../stores/StoreLink";

/** Whose something is; without a store the company's. */
export function StoreOf({ id, name }: { id: string | null; name: string | null }) {
  const { t } = useTranslation("providerInvoices");
  return id === null ? t("company") : <StoreLink store={{ id, name: name ?? "…" }} />;
}
