import { Quiet, Section, Stack, StatusBadge, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useMonthName } from "../../invoices/useMonthName";
import type { Forecast as ForecastOf } from "./api";
import { MarginTiles } from "./MarginTiles";

/** What the running month may come to, and what says so: no invoice does yet. */
export function Forecast({ of }: { of: ForecastOf }) {
  const { t } = useTranslation("providerInvoices");
  const { number } = useFormats();
  const monthName = useMonthName();
  const { shippedOrders, openOrders, billedOrders } = of;
  const orders = (count: number) => t("margins.orders", { count, number: number(count) });
  return (
    <Section
      title={t("margins.forecast", { month: monthName(of.month) })}
      action={
        <StatusBadge tone="attention" icon="clock">
          {t("margins.estimate")}
        </StatusBadge>
      }
    >
      <Stack gap={12}>
        <Quiet>
          {t("margins.forecastText", {
            shipped: orders(shippedOrders),
            open: orders(openOrders),
            billed: orders(billedOrders),
          })}
        </Quiet>

        <MarginTiles of={of} />
      </Stack>
    </Section>
  );
}
