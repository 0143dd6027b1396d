import { Banner, fieldsOf, Quiet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSeedingCost } from "./api";
import { AmountRows, useManualRows } from "./OrderAmounts";
import { type OrderValues, totalOf } from "./values";

const { useValue } = fieldsOf<OrderValues>();

/** What the order costs the store, as it is filled in, and when it arrives. */
export function OrderSummary() {
  const { t } = useTranslation("orders");
  const seedingCost = useSeedingCost(useValue("storeId"));
  const manualRows = useManualRows();
  const [isFree, isCompanyPurchase] = [useValue("isFree"), useValue("isCompanyPurchase")];
  const values = { isFree, isCompanyPurchase, products: useValue("products") };
  return (
    <>
      {seedingCost === undefined ? (
        <Quiet>{t("create.storeFirst")}</Quiet>
      ) : (
        <AmountRows
          caption={t("amount.total")}
          rows={manualRows(totalOf(values, seedingCost))}
          currency="EUR"
        />
      )}
      <Banner tone="warning" title={t("delay.title")}>
        <ul>
          <li>{t("delay.dispatch")}</li>
          <li>{t("delay.france")}</li>
          <li>{t("delay.elsewhere")}</li>
        </ul>
      </Banner>
    </>
  );
}
