import {
  Button,
  Figure,
  FormGrid,
  type FormOf,
  fieldsOf,
  IconButton,
  Quiet,
  Row,
  Sortable,
  Stack,
  useFormats,
  useFormRows,
} from "@comptoir/kit";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { MAX_VARIANTS, MOST, newVariant, type ProductValues, unitsOf, type VariantValues } from "./values";

const { NumberField, TextField, useValue } = fieldsOf<ProductValues>();

/** How many pieces each variant comes to now; null as long as something of it is being typed. */
const useUnits = () =>
  unitsOf({
    quantityMode: useValue("quantityMode"),
    quantity: useValue("quantity"),
    variants: useValue("variants"),
  });

/** What a variant gets of the total: by itself, as it changes with whatever is typed into any other. */
function Units({ at }: { at: number }) {
  const { t } = useTranslation("projectProducts");
  const { number } = useFormats();
  const units = useUnits()?.[at];
  return (
    <Quiet>{units === undefined ? "…" : t("variant.pieces", { count: units, number: number(units) })}</Quiet>
  );
}

interface CardProps {
  at: number;
  isOnly: boolean;
  onRemove: () => void;
}

function VariantCard({ at, isOnly, onRemove }: CardProps) {
  const { t } = useTranslation("projectProducts");
  const isSplit = useValue("quantityMode") === "split";
  const name = `variants.${at}` as const;
  const label = useValue(`${name}.name`) || t("variant.place", { place: at + 1 });
  return (
    <Stack gap={8}>
      <Row justify="between">
        <strong>{label}</strong>
        <Row>
          {isSplit && <Units at={at} />}
          {!isOnly && (
            <IconButton icon="close" label={t("variant.remove", { name: label })} onClick={onRemove} />
          )}
        </Row>
      </Row>
      <FormGrid>
        <TextField name={`${name}.name`} label={t("variant.name")} maxLength={255} required />
        <TextField
          name={`${name}.sku`}
          label={t("variant.sku")}
          minLength={2}
          maxLength={255}
          autoComplete="off"
          required
        />
        <NumberField
          name={`${name}.quantity`}
          label={isSplit ? t("variant.share") : t("field.quantity")}
          min={0}
          max={MOST}
          decimals={0}
          required
        />
        <TextField name={`${name}.ean`} label={t("variant.ean")} maxLength={14} autoComplete="off" />
        <NumberField
          name={`${name}.weight`}
          label={t("variant.weight")}
          suffix="g"
          min={0}
          max={MOST}
          decimals={0}
        />
      </FormGrid>
    </Stack>
  );
}

function Total() {
  const { t } = useTranslation("projectProducts");
  const units = useUnits();
  return (
    <div role="status">
      {t("variant.total")}{" "}
      <strong>{units ? <Figure value={units.reduce((sum, each) => sum + each, 0)} /> : "…"}</strong>
    </div>
  );
}

/** The variants of a product: to be filled in, put in order, added to and taken from. */
export function VariantCards({ form }: { form: FormOf<ProductValues> }) {
  const { t } = useTranslation("projectProducts");
  const { keys, add, remove, order } = useFormRows<VariantValues>("variants");
  const adding = useRef<HTMLDivElement>(null);
  const removeVariant = (at: number) => {
    remove(at);
    // The button that had the focus goes with its card.
    adding.current?.querySelector("button")?.focus();
  };
  return (
    <Stack gap={12}>
      <Sortable
        label={t("variant.title")}
        items={keys}
        itemKey={(key) => key}
        itemLabel={(key) => {
          const at = keys.indexOf(key);
          return form.getValues(`variants.${at}.name`) || t("variant.place", { place: at + 1 });
        }}
        onOrder={order}
      >
        {(key) => {
          const at = keys.indexOf(key);
          return <VariantCard at={at} isOnly={keys.length === 1} onRemove={() => removeVariant(at)} />;
        }}
      </Sortable>
      <Row justify="between">
        <div ref={adding}>
          <Button
            icon="add"
            disabledBecause={
              keys.length >= MAX_VARIANTS ? t("variant.most", { count: MAX_VARIANTS }) : undefined
            }
            onClick={() => add(newVariant())}
          >
            {t("variant.add")}
          </Button>
        </div>
        <Total />
      </Row>
    </Stack>
  );
}
