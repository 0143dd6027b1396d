import { NONE, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../i18n";

// For the pages of others.
fetchTexts("products");

/** Fewer can be sold than this: it warns (specification, document 1, section 4). */
const LOW = 10;

/** How many can be sold; a dash where nobody tells. */
export function Available({ count }: { count: number | undefined }) {
  const { t } = useTranslation("products");
  if (count === undefined) return NONE;
  return (
    <StatusBadge tone={count >= LOW ? "success" : "warning"}>{t("stock.available", { count })}</StatusBadge>
  );
}

/** How many came or went broken; a dash where nobody tells. */
export function Damaged({ count }: { count: number | undefined }) {
  const { t } = useTranslation("products");
  if (count === undefined) return NONE;
  return <StatusBadge tone={count >= 1 ? "warning" : "success"}>{t("stock.damaged", { count })}</StatusBadge>;
}

/** How many left the warehouse with orders. */
export function Shipped({ count }: { count: number }) {
  const { t } = useTranslation("products");
  return (
    <StatusBadge tone="info" icon="shipped">
      {t("stock.shipped", { count })}
    </StatusBadge>
  );
}
