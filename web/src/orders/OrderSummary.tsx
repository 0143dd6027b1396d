import { Banner, fieldsOf, Quiet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSeedingCost } from "./api";
import { AmountRows, useManualRows, useWay } from "./OrderAmounts";
import { useQuotes } from "./useQuotes";
import { type OrderValues, totalOf } from "./values";

const { useValue } = fieldsOf<OrderValues>();

/** What the order costs the store, as it is filled in, and when it arrives. */
export function OrderSummary() {
  const { t } = useTranslation("orders");
  const seedingCost = useSeedingCost(useValue("storeId"));
  const manualRows = useManualRows();
  const way = useWay();
  const { quotes, chosen } = useQuotes();
  const [isFree, isCompanyPurchase] = [useValue("isFree"), useValue("isCompanyPurchase")];
  const [products, shippingPrice] = [useValue("products"), useValue("shippingPrice")];
  const total = totalOf({ isFree, isCompanyPurchase, products, shippingPrice }, seedingCost ?? "0");
  const notes = {
    way: quotes && chosen ? way(chosen.carrier.name, quotes.weight.billable) : t("carrier.choose"),
    bought: products.map(({ quantity, price }) => ({ quantity, price: price.toCharge })),
  };
  return (
    <>
      {seedingCost === undefined ? (
        <Quiet>{t("create.storeFirst")}</Quiet>
      ) : (
        <AmountRows caption={t("amount.total")} rows={manualRows(total, notes)} currency="EUR" />
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
