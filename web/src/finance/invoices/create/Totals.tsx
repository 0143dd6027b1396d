import { Facts, Money, NONE, Quiet, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Difference } from "../Difference";
import classes from "./create.module.css";
import { useReckoning } from "./reckoning";

/** What the invoice comes to so far; on phones the sums alone, which stay in sight above the fields. */
export function TotalsAside() {
  const { t } = useTranslation("invoicing");
  const { totals, isPresent, problem } = useReckoning();
  const money = (amount: string | undefined) => (amount ? <Money amount={amount} /> : NONE);
  const difference = (amount: string | undefined) => (amount ? <Difference amount={amount} /> : NONE);
  return (
    <div aria-busy={!isPresent && !problem}>
      <Stack gap={12}>
        <div className={classes.details}>
          <Facts
            facts={[
              { label: t("totals.fees"), value: money(totals?.fees) },
              { label: t("totals.commissions"), value: money(totals?.commissions) },
              { label: t("totals.taxes"), value: money(totals?.taxes) },
              { label: t("totals.differenceExVat"), value: difference(totals?.differenceExVat) },
            ]}
          />
        </div>
        <Facts
          facts={[
            { label: t("totals.amount"), value: <strong>{money(totals?.amount)}</strong> },
            { label: t("totals.difference"), value: difference(totals?.differenceAmount) },
          ]}
        />
        {problem && <Quiet>{problem}</Quiet>}
      </Stack>
    </div>
  );
}
