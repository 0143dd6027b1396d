import { Banner } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";

/** What the provider ships instead of what was ordered. */
export function OrderShips({ ships }: { ships: NonNullable<Order["ships"]> }) {
  const { t } = useTranslation("orders");
  return (
    <Banner tone="info" title={t("ships.title")}>
      <ul>
        {ships.map(({ sku, name, quantity }) => (
          <li key={sku}>
            {quantity} × {name ? `${name} (${sku})` : sku}
          </li>
        ))}
      </ul>
      <p>{t("ships.text")}</p>
    </Banner>
  );
}
