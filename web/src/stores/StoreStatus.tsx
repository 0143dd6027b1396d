import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Whether a store is in use or in the archive. */
export function StoreStatus({ store }: { store: { archivedAt: string | null } }) {
  const { t } = useTranslation("stores");
  return store.archivedAt === null ? (
    <StatusBadge tone="success">{t("status.active")}</StatusBadge>
  ) : (
    <StatusBadge tone="new" icon="archive">
      {t("status.archived")}
    </StatusBadge>
  );
}
