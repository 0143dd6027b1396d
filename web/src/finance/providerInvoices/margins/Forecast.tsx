import { Facts, Figure, Quiet, Section, Stack, StatusBadge, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Forecast as ForecastOf } from "./api";
import { MarginTiles } from "./MarginTiles";

/** What the running month may come to, and what says so: no invoice does yet. */
export function Forecast({ of }: { of: ForecastOf }) {
  const { t } = useTranslation("providerInvoices");
  const format = useFormats();
  const { shippedOrders, openOrders, billedOrders } = of;
  return (
    <Section
      title={t("margins.forecast", { month: format.month(of.month) })}
      action={
        <StatusBadge tone="attention" icon="clock">
          {t("margins.estimate")}
        </StatusBadge>
      }
    >
      <Stack gap={12}>
        <Quiet>{t("margins.forecastText")}</Quiet>
        <Facts
          facts={[
            { label: t("margins.billed"), value: <Figure value={billedOrders} /> },
            { label: t("margins.shipped"), value: <Figure value={shippedOrders} /> },
            { label: t("margins.open"), value: <Figure value={openOrders} /> },
          ]}
        />

        <MarginTiles of={of} />
      </Stack>
    </Section>
  );
}
