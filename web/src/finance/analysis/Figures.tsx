import { addDecimals, Money, Stat, Tiles } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Difference } from "../invoices/Difference";
import type { Analysis } from "./api";

/** What everything comes to. */
export function Figures({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation("invoices");
  const { netSales, shipping, taxes, internalShipping, fees, commissions } = analysis;
  const money = (amount: string) => <Money amount={amount} />;
  return (
    <Tiles minWidth={220}>
      <Stat label={t("sales.netSales")} value={money(netSales)} />
      <Stat label={t("sales.shipping")} value={money(shipping)} />
      <Stat label={t("sales.taxes")} value={money(taxes)} />
      <Stat label={t("sales.internalShipping")} value={money(internalShipping)} />
      <Stat
        label={t("field.totalCommissions")}
        value={money(addDecimals(commissions.map(({ value }) => value)))}
      />
      <Stat label={t("field.totalFees")} value={money(addDecimals(fees.map(({ amount }) => amount)))} />
      <Stat label={t("field.differenceExVat")} value={<Difference amount={analysis.differenceExVat} />} />
      <Stat label={t("field.differenceAmount")} value={<Difference amount={analysis.difference} />} />
    </Tiles>
  );
}
