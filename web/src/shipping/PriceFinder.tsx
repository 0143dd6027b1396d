import {
  Empty,
  Form,
  FormGrid,
  FormSection,
  fieldsOf,
  Quiet,
  Section,
  Stack,
  StatusBadge,
  Tiles,
  useForm,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Quote, StoreShippingPrices } from "./api";
import { PriceExplanation } from "./PriceExplanation";
import { type Measures, quotesOf, vatOf, weightOf } from "./tables";
import { useReasons } from "./useReasons";
import { useShippingTexts } from "./useShippingTexts";
import { WeightFacts } from "./WeightFacts";

interface FinderValues extends Measures {
  country: string | null;
}

const NO_PARCEL: FinderValues = {
  country: "FR",
  weight: "",
  width: "",
  height: "",
  depth: "",
  quantity: "1",
};

const { CountryField, NumberField, useValue } = fieldsOf<FinderValues>();

/** Where a parcel goes, and what is in it. */
function ParcelFields() {
  const { t } = useTranslation("shipping");
  const whole = { min: 0, max: 10_000_000, decimals: 0 };
  return (
    <>
      <FormGrid>
        <CountryField name="country" label={t("finder.country")} required />
        <NumberField name="weight" label={t("finder.weight")} suffix="g" {...whole} />
      </FormGrid>
      <FormGrid>
        <NumberField name="width" label={t("finder.width")} suffix="mm" {...whole} />
        <NumberField name="height" label={t("finder.height")} suffix="mm" {...whole} />
        <NumberField name="depth" label={t("finder.depth")} suffix="mm" {...whole} />
        <NumberField name="quantity" label={t("finder.quantity")} min={1} max={10_000} decimals={0} />
      </FormGrid>
      <WeightFacts weight={useWeight()} />
      <Quiet>{t("finder.rule")}</Quiet>
    </>
  );
}

const useWeight = () =>
  weightOf({
    weight: useValue("weight"),
    width: useValue("width"),
    height: useValue("height"),
    depth: useValue("depth"),
    quantity: useValue("quantity"),
  });

/** What the parcel costs with one carrier, and why. */
function Offer({ quote, vatPercent }: { quote: Quote; vatPercent: string | null }) {
  const { t } = useTranslation("shipping");
  const { money } = useFormats();
  const { delay } = useShippingTexts();
  const reasons = useReasons();
  const { carrier, unavailable, explanation, price, priceExVat } = quote;
  return (
    <Section
      title={carrier.name}
      action={
        explanation?.exception ? (
          <StatusBadge tone="info">{t("table.agreed")}</StatusBadge>
        ) : (
          unavailable && <StatusBadge tone="new">{t("unavailable.title")}</StatusBadge>
        )
      }
    >
      <Stack gap={12}>
        {unavailable ? (
          <Quiet>{reasons[unavailable]}</Quiet>
        ) : (
          <span>{t("finder.price", { price: money(priceExVat ?? "0"), withVat: money(price ?? "0") })}</span>
        )}
        {delay(carrier) && <Quiet>{delay(carrier)}</Quiet>}
        {explanation && (
          <PriceExplanation
            of={explanation}
            vat={vatPercent && price ? { percent: vatPercent, price } : undefined}
          />
        )}
      </Stack>
    </Section>
  );
}

function Offers({ table }: { table: StoreShippingPrices }) {
  const { t } = useTranslation("shipping");
  const country = useValue("country");
  const { billable } = useWeight();
  if (!country || billable === 0) {
    return (
      <Empty icon="search" title={t("finder.none")}>
        {t("finder.noneText")}
      </Empty>
    );
  }
  return (
    <div aria-live="polite">
      <Tiles minWidth={300}>
        {quotesOf(table, country, billable).map((quote) => (
          <Offer key={quote.carrier.id} quote={quote} vatPercent={vatOf(table, country)} />
        ))}
      </Tiles>
    </div>
  );
}

/** What a parcel costs with each carrier, and why: by what it weighs, or by its size where that counts for more. */
export function PriceFinder({ table }: { table: StoreShippingPrices }) {
  const { t } = useTranslation("shipping");
  const form = useForm<FinderValues>({ defaultValues: NO_PARCEL });
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("finder.title")}>
      <Stack>
        <FormSection title={t("finder.title")} description={t("finder.text")}>
          <ParcelFields />
        </FormSection>
        <Offers table={table} />
      </Stack>
    </Form>
  );
}
