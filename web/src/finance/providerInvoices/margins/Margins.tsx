import { Banner, Chart, Empty, Loaded, Section, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type MonthMargin, type Margins as Told, useMargins } from "./api";
import { FiguresTable } from "./FiguresTable";
import { Forecast } from "./Forecast";
import { MarginTiles } from "./MarginTiles";
import { type Asked, totalOf, withoutGaps } from "./values";

function Months({ months }: { months: MonthMargin[] }) {
  const { t } = useTranslation("providerInvoices");
  const { money, month: monthName } = useFormats();
  const title = t("margins.months");
  return (
    <Section title={title}>
      <Stack>
        <Chart<MonthMargin>
          title={t("margins.chart")}
          kind="bar"
          rows={months}
          x={{ label: t("margins.month"), value: ({ month }) => monthName(month) }}
          series={[
            { id: "amount", label: t("margins.amount"), value: ({ amount }) => amount },
            { id: "charged", label: t("field.amountCharged"), value: ({ amountCharged }) => amountCharged },
            {
              id: "paid",
              label: t("field.amountPaidByCustomer"),
              value: ({ amountPaidByCustomer }) => amountPaidByCustomer,
            },
            { id: "margin", label: t("field.margin"), value: ({ margin }) => margin },
          ]}
          unit="€"
          format={(value) => money(String(value))}
        />
        <FiguresTable
          caption={title}
          of={t("margins.month")}
          rows={months.map((each) => ({ ...each, name: monthName(each.month) }))}
        />
      </Stack>
    </Section>
  );
}

function Billed({ months, services }: Pick<Told, "months" | "services">) {
  const { t } = useTranslation("providerInvoices");
  return (
    <>
      <MarginTiles of={totalOf(months)} />
      <Months months={withoutGaps(months)} />
      <Section title={t("margins.services")}>
        <FiguresTable
          caption={t("margins.services")}
          of={t("field.service")}
          rows={services.map((each) => ({ ...each, name: each.service }))}
        />
      </Section>
    </>
  );
}

/** What validated invoices left to the company, by month and by service, and what the running month may come to. */
export function Margins({ asked }: { asked: Asked }) {
  const { t } = useTranslation("providerInvoices");
  const margins = useMargins(asked);
  const [refusal] = margins.error?.fields ?? [];
  if (refusal)
    return (
      <Banner tone="critical" title={refusal.code === "max" ? t("margins.tooLong") : refusal.message}>
        {refusal.code === "max" && <p>{t("margins.tooLongText")}</p>}
      </Banner>
    );
  return (
    <Loaded of={margins} lines={16}>
      {({ months, services, forecast }) => (
        <Stack>
          {months.length > 0 ? (
            <Billed months={months} services={services} />
          ) : (
            <Empty icon="invoice" title={t("margins.none")}>
              {t("margins.noneText")}
            </Empty>
          )}
          {forecast && <Forecast of={forecast} />}
        </Stack>
      )}
    </Loaded>
  );
}
