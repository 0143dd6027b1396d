import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, unwrap } from "../api/client";
import { ApiError, atField } from "../api/error";
import { refresh } from "../api/hooks";
import { DateField } from "../dates/DateField";
import { Dialog } from "../feedback/Dialog";
import { toast } from "../feedback/toast";
import { DialogBar } from "../form/DialogBar";
import { Form, type FormOf, useForm } from "../form/Form";
import { FormGrid } from "../form/FormSection";
import { fieldsOf } from "../form/fieldsOf";
import { MoneyField } from "../form/MoneyField";
import { dayOf } from "../i18n/day";
import { Stack } from "../layout/parts";
import type { Band } from "./prices";

interface Weights {
  /** In kilograms. */
  minWeight: string;
  maxWeight: string;
}

interface PriceValues extends Weights {
  countries: string[];
  price: string;
  validFrom: string;
}

const { CountriesField, NumberField } = fieldsOf<PriceValues>();

const grams = (kilograms: string) => Math.round(Number(kilograms) * 1000);
/** The band that follows the heaviest one. */
const after = (heaviest: number): Weights => ({ minWeight: String(heaviest / 1000), maxWeight: "" });

function WeightFields() {
  const { t } = useTranslation("carriers");
  const weight = { decimals: 3, min: 0, max: 10_000, suffix: "kg", required: true };
  return (
    <FormGrid>
      <NumberField {...weight} name="minWeight" label={t("add.minWeight")} />
      <NumberField {...weight} name="maxWeight" label={t("add.maxWeight")} />
    </FormGrid>
  );
}

/** Reads the band that was typed; refuses one that holds nothing, as the server would. */
function useBand() {
  const { t } = useTranslation("carriers");
  return (values: Weights): Band => {
    const band = { min: grams(values.minWeight), max: grams(values.maxWeight) };
    if (band.max > band.min) return band;
    const issue = { field: "maxWeight", code: "range", message: t("add.range") };
    throw new ApiError(400, { payload: [issue] });
  };
}

interface FormProps {
  onClose: () => void;
}

/** A further column of the grid. */
export function AddBand(props: FormProps & { heaviest: number; add: (band: Band) => void }) {
  const { t } = useTranslation("carriers");
  const form = useForm<Weights>({ defaultValues: after(props.heaviest) });
  const read = useBand();
  const send = async (values: Weights) => {
    props.add(read(values));
    props.onClose();
  };
  return (
    <Window title={t("add.band.title")} form={form} send={send} failure={t("add.band.failed")} {...props}>
      <WeightFields />
      <DialogBar label={t("add.band.action")} onClose={props.onClose} />
    </Window>
  );
}

/** Further rows of the grid. */
export function AddCountries(props: FormProps & { add: (countries: string[]) => void }) {
  const { t } = useTranslation("carriers");
  const form = useForm<Pick<PriceValues, "countries">>({ defaultValues: { countries: [] } });
  const send = async ({ countries }: Pick<PriceValues, "countries">) => {
    props.add(countries);
    props.onClose();
  };
  return (
    <Window
      title={t("add.country.title")}
      form={form}
      send={send}
      failure={t("add.country.failed")}
      {...props}
    >
      <CountriesField name="countries" label={t("add.countries")} required />
      <DialogBar label={t("add.country.action")} onClose={props.onClose} />
    </Window>
  );
}

/** One price for several countries at once, saved at once. */
export function AddPrice(props: FormProps & { carrierId: string; heaviest: number; on: string | null }) {
  const { t } = useTranslation("carriers");
  const start: PriceValues = {
    ...after(props.heaviest),
    countries: [],
    price: "",
    validFrom: props.on ?? "",
  };
  const form = useForm<PriceValues>({ defaultValues: start });
  const read = useBand();
  const send = async (values: PriceValues) => {
    const band = read(values);
    const { countries, price } = values;
    const body = {
      carrierId: props.carrierId,
      countries,
      minWeight: band.min,
      maxWeight: band.max,
      price,
      validFrom: values.validFrom || null,
    };
    try {
      await unwrap(client.POST("/shipping/price", { body }));
    } catch (reason) {
      throw atField(reason, { ConflictPriceBandException: "minWeight" });
    }
    toast(t("add.price.done"));
    await refresh("shipping/price");
    props.onClose();
  };
  return (
    <Window title={t("add.price.title")} form={form} send={send} failure={t("add.price.failed")} {...props}>
      <CountriesField name="countries" label={t("add.countries")} required />
      <WeightFields />
      <FormGrid>
        <MoneyField name="price" label={t("add.price.price")} min={0.01} max={9_999} required />
        <DateField
          name="validFrom"
          label={t("review.validFrom")}
          description={t("review.validFromText")}
          min={dayOf(new Date())}
        />
      </FormGrid>
      <DialogBar label={t("add.price.action")} onClose={props.onClose} />
    </Window>
  );
}

function Window<Values extends object>(
  props: FormProps & {
    title: string;
    form: FormOf<Values>;
    send: (values: Values) => Promise<void>;
    failure: string;
    children: ReactNode;
  },
) {
  return (
    <Dialog title={props.title} open onClose={props.onClose}>
      <Form form={props.form} onSubmit={props.send} failure={props.failure}>
        <Stack>{props.children}</Stack>
      </Form>
    </Dialog>
  );
}
