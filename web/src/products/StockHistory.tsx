import {
  Chart,
  dayOf,
  Form,
  fieldsOf,
  Loaded,
  Quiet,
  Section,
  Stack,
  useForm,
  useFormats,
  useNow,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useDayAxis } from "../analytics/useDayAxis";
import { type Product, type StockDay, useStockDays } from "./api";
import { articleName } from "./names";
import { stockByDay } from "./stockByDay";

const { SelectField } = fieldsOf<{ sku: string }>();

/** How the stock of something went, from the days on which it changed. */
export function StockPlot({ name, days }: { name: string; days: StockDay[] }) {
  const { t } = useTranslation("products");
  const { number, date } = useFormats();
  const rows = stockByDay(days, dayOf(new Date(useNow())));
  const axis = useDayAxis(
    t("stockHistory.day"),
    rows.map(({ day }) => day),
  );
  const [first] = rows;
  if (!first) return <Quiet>{t("stockHistory.none")}</Quiet>;
  // One day is a dot, which tells less than its figures do.
  if (rows.length === 1) {
    const { available, inWarehouse } = first;
    const figures = { available: number(available), inWarehouse: number(inWarehouse) };
    return <Quiet>{t("stockHistory.since", { count: available, day: date(first.day), ...figures })}</Quiet>;
  }
  return (
    <Chart
      title={t("stockHistory.of", { name })}
      kind="line"
      rows={rows}
      x={{ label: axis.label, value: ({ day }) => axis.text(day) }}
      series={[
        { id: "available", label: t("column.available"), value: ({ available }) => available },
        { id: "inWarehouse", label: t("column.inWarehouse"), value: ({ inWarehouse }) => inWarehouse },
      ]}
      unit={t("stockHistory.unit")}
      format={(value) => number(Number(value))}
    />
  );
}

/** How the stock of a product’s variants went, one variant at a time. */
export function StockHistory({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const { name, variants } = product;
  const form = useForm<{ sku: string }>({ defaultValues: { sku: variants[0]?.sku ?? "" } });
  const sku = form.watch("sku");
  const chosen = variants.find((variant) => variant.sku === sku);
  const days = useStockDays(product.id, sku);
  return (
    <Section title={t("stockHistory.title")}>
      <Stack gap={12}>
        {variants.length > 1 && (
          <Form form={form} onSubmit={async () => {}} failure="">
            <SelectField
              name="sku"
              label={t("stockHistory.variant")}
              options={variants.map(({ sku, title }) => ({
                value: sku,
                label: `${articleName(name, title)} (${sku})`,
              }))}
              required
            />
          </Form>
        )}
        <Loaded of={days} lines={8}>
          {(days) => <StockPlot name={articleName(name, chosen?.title ?? "")} days={days} />}
        </Loaded>
      </Stack>
    </Section>
  );
}
