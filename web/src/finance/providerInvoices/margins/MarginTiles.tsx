import { Money, Stat, Tiles } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Margin } from "../Margin";
import type { Figures } from "./api";

/** What providers charged, what was passed on and what is left. */
export function MarginTiles({ of }: { of: Figures }) {
  const { t } = useTranslation("providerInvoices");
  return (
    <Tiles minWidth={200}>
      <Stat label={t("margins.amount")} value={<Money amount={of.amount} />} />
      <Stat label={t("field.amountCharged")} value={<Money amount={of.amountCharged} />} />
      <Stat label={t("field.amountPaidByCustomer")} value={<Money amount={of.amountPaidByCustomer} />} />
      <Stat label={t("field.margin")} value={<Margin amount={of.margin} />} />
    </Tiles>
  );
}
