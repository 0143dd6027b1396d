import { StockBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../i18n";

// For the pages of others.
fetchTexts("products");

interface Counted {
  /** Unknown where nobody tells. */
  count: number | undefined;
}

/** How many can be sold. */
export function Available({ count }: Counted) {
  const { t } = useTranslation("products");
  return (
    <StockBadge kind="available" pieces={count}>
      {t("stock.available", { count })}
    </StockBadge>
  );
}

/** How many came or went broken. */
export function Damaged({ count }: Counted) {
  const { t } = useTranslation("products");
  return (
    <StockBadge kind="damaged" pieces={count}>
      {t("stock.damaged", { count })}
    </StockBadge>
  );
}

/** How many warehouses received and found good. */
export function Offloaded({ count }: Counted) {
  const { t } = useTranslation("products");
  return (
    <StockBadge kind="offloaded" pieces={count}>
      {t("stock.offloaded", { count })}
    </StockBadge>
  );
}
