import { Form, fieldsOf, Loaded, Section, Stack, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { StockPlot } from "../products/StockHistory";
import { type Bundle, useStockDays } from "./api";

const { SelectField } = fieldsOf<{ variant: string }>();

/** How many of a bundle the stock of its components allowed, one way to buy it at a time. */
export function BundleStockHistory({ bundle: { id, name, stock } }: { bundle: Bundle }) {
  const { t } = useTranslation(["bundles", "products"]);
  const form = useForm<{ variant: string }>({ defaultValues: { variant: stock[0]?.variant ?? "" } });
  const variant = form.watch("variant");
  return (
    <Section title={t("products:stockHistory.title")}>
      <Stack gap={12}>
        {stock.length > 1 && (
          <Form form={form} onSubmit={async () => {}} failure="">
            <SelectField
              name="variant"
              label={t("components.variant")}
              options={stock.map(({ variant }) => ({ value: variant, label: variant }))}
              required
            />
          </Form>
        )}
        <Loaded of={useStockDays(id, variant)} lines={8}>
          {(days) => <StockPlot name={variant ? `${name}, ${variant}` : name} days={days} />}
        </Loaded>
      </Stack>
    </Section>
  );
}
