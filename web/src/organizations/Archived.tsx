import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Marks an organization that is in the archive; most are not, and have no mark. */
export function Archived({ at }: { at: string | null }) {
  const { t } = useTranslation("organizations");
  return at ? <StatusBadge tone="new">{t("archived")}</StatusBadge> : null;
}
