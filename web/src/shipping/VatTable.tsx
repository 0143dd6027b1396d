import {
  ApiError,
  Banner,
  Country,
  CountryField,
  EditForm,
  Empty,
  FormGrid,
  FormSection,
  fieldsOf,
  Loaded,
  Page,
  PercentField,
  SimpleTable,
  Stack,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { readDestinationVat, saveDestinationVat, useDestinationVat, type Vat } from "./api";

/** A country that is not chosen yet is null. */
interface Values {
  rates: { countryCode: string | null; percent: string }[];
}

const { RowsField, useValue } = fieldsOf<Values>();

/** As many as the server takes. */
const MAX_RATES = 300;
const FRANCE = "FR";
/** What holds everywhere while the table has no rate of France either. */
const STANDARD = "20";

const toValues = ({ rates }: Vat): Values => ({ rates });
const franceOf = (rates: Values["rates"]) =>
  rates.find(({ countryCode, percent }) => countryCode === FRANCE && percent !== "")?.percent ?? STANDARD;

/** What countries that are not listed have. */
function Default({ rates }: Values) {
  const { t } = useTranslation("shipping");
  const { percent } = useFormats();
  return <Banner tone="info" title={t("vat.default", { percent: percent(franceOf(rates)) })} />;
}

/** The same, as it would be once saved. */
const PresentDefault = () => <Default rates={useValue("rates")} />;

/** Says of each country that stands there a second time that it does, before the server does so of the whole table. */
function useTwiceCheck() {
  const { t } = useTranslation("shipping");
  return ({ rates }: Values) => {
    const codes = rates.map(({ countryCode }) => countryCode);
    const payload = codes.flatMap((code, at) =>
      codes.indexOf(code) < at
        ? [{ field: `rates[${at}].countryCode`, code: "unique", message: t("vat.twice") }]
        : [],
    );
    if (payload.length > 0) throw new ApiError(400, { name: "BadRequestSchemaException", payload });
  };
}

function VatForm({ vat }: { vat: Vat }) {
  const { t } = useTranslation("shipping");
  const check = useTwiceCheck();
  const save = (read: Vat, values: Values) => {
    check(values);
    const rates = values.rates.map(({ countryCode, percent }) => ({
      countryCode: countryCode ?? "",
      percent,
    }));
    return saveDestinationVat(read, rates);
  };
  return (
    <EditForm
      record={vat}
      toValues={toValues}
      save={save}
      kept={toValues}
      done={() => t("vat.done")}
      failure={t("vat.failed")}
      onReload={readDestinationVat}
    >
      <FormSection title={t("vat.section")} description={t("vat.text")}>
        <PresentDefault />
        <RowsField
          name="rates"
          label={t("vat.rates")}
          addLabel={t("vat.add")}
          removeLabel={(index) => t("vat.remove", { number: index + 1 })}
          emptyText={t("vat.none")}
          max={MAX_RATES}
          newRow={{ countryCode: null, percent: "" }}
          row={(prefix) => (
            <FormGrid>
              <CountryField name={`${prefix}.countryCode`} label={t("table.country")} required />
              <PercentField name={`${prefix}.percent`} label={t("vat.percent")} required />
            </FormGrid>
          )}
        />
      </FormSection>
    </EditForm>
  );
}

function VatRates({ vat: { rates } }: { vat: Vat }) {
  const { t } = useTranslation("shipping");
  const { percent } = useFormats();
  return (
    <Stack>
      <Default rates={rates} />
      {rates.length === 0 ? (
        <Empty icon="finance" title={t("vat.none")} />
      ) : (
        <SimpleTable
          caption={t("vat.title")}
          rows={rates}
          rowKey={({ countryCode }) => countryCode}
          columns={[
            {
              id: "country",
              header: t("table.country"),
              cell: ({ countryCode }) => <Country code={countryCode} />,
            },
            {
              id: "percent",
              header: t("vat.percent"),
              align: "right",
              cell: (rate) => percent(rate.percent),
            },
          ]}
        />
      )}
    </Stack>
  );
}

/** The VAT that consumers pay on shipping, by the country it goes to: for all stores. */
export default function VatTable() {
  const { t } = useTranslation("shipping");
  const isEditable = useCan()("WRITE_CONNECTOR");
  return (
    <Page title={t("vat.title")} width="text">
      <Loaded of={useDestinationVat()} lines={12}>
        {(vat) => (isEditable ? <VatForm vat={vat} /> : <VatRates vat={vat} />)}
      </Loaded>
    </Page>
  );
}
