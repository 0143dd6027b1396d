import { Money, NONE, Quiet, SimpleTable, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Period } from "./periods";

interface NextPeriodsProps {
  periods: Period[];
  /** What one of them costs, in euros; null while that is not filled in. */
  amountOf: (period: Period) => string | null;
  /** What is said where there are none. */
  none: string;
}

/** The periods that come next, and what each will cost. */
export function NextPeriods({ periods, amountOf, none }: NextPeriodsProps) {
  const { t } = useTranslation(["charges", "finance"]);
  const { date } = useFormats();
  return (
    <Stack gap={8}>
      <h3>{t("next.title")}</h3>
      {periods.length === 0 ? (
        <Quiet>{none}</Quiet>
      ) : (
        <SimpleTable
          caption={t("next.title")}
          rows={periods}
          rowKey={({ start }) => start}
          columns={[
            {
              id: "period",
              header: t("field.period"),
              cell: ({ start, end }) => t("field.span", { from: date(start), to: date(end) }),
            },
            {
              id: "amount",
              header: t("finance:field.customerAmount"),
              align: "right",
              cell: (period) => {
                const amount = amountOf(period);
                return amount === null ? NONE : <Money amount={amount} />;
              },
            },
          ]}
        />
      )}
    </Stack>
  );
}
