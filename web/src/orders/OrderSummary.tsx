import { Banner, fieldsOf, Quiet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { AmountRows, useManualRows, useWay } from "./OrderAmounts";
import { useQuotes } from "./useQuotes";
import { useTotal } from "./useTotal";
import type { OrderValues } from "./values";

const { useValue } = fieldsOf<OrderValues>();

/** What the order costs the store, as it is filled in, and when it arrives. */
export function OrderSummary() {
  const { t } = useTranslation("orders");
  const manualRows = useManualRows();
  const way = useWay();
  const { quotes, chosen } = useQuotes();
  const total = useTotal();
  const notes = {
    way: quotes && chosen ? way(chosen.carrier.name, quotes.weight.billable) : t("carrier.choose"),
    bought: useValue("products").map(({ quantity, price }) => ({ quantity, price: price.toCharge })),
  };
  return (
    <>
      {total ? (
        <AmountRows caption={t("amount.total")} rows={manualRows(total, notes)} currency="EUR" />
      ) : (
        <Quiet>{t("create.storeFirst")}</Quiet>
      )}
      <Banner tone="info" title={t("delay.title")}>
        <ul>
          <li>{t("delay.dispatch")}</li>
          <li>{t("delay.france")}</li>
          <li>{t("delay.elsewhere")}</li>
        </ul>
      </Banner>
    </>
  );
}
