import {
  type ApiError,
  attempt,
  Banner,
  Button,
  CreatePage,
  DateField,
  Facts,
  FILE_TYPES,
  Figure,
  FileDrop,
  Form,
  FormGrid,
  FormSection,
  fieldsOf,
  Money,
  NumberField,
  Row,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
  useAct,
  useForm,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../../app/area";
import { storeRecords } from "../../stores/records";
import { shortened } from "../decimals";
import { useShowFees } from "../fees/useShowFees";
import {
  type Asked,
  type Charged,
  chargeStorage,
  previewStorage,
  readStorage,
  type StorageRead,
} from "./api";
import { storagePaths } from "./paths";
import { lastHalfMonth, type StorageValues, toMeasures } from "./values";

const { RecordField, RowsField, useValue } = fieldsOf<StorageValues>();

/** As many as the server takes at once; more come as a table. */
const MOST_TYPED = 50;

/** What was asked, and what would come of it. */
interface Preview {
  asked: Asked;
  charged: Charged;
}

function Measures({ measures }: Pick<Charged, "measures">) {
  const { t } = useTranslation(["storage", "finance"]);
  const { date, decimal } = useFormats();
  return (
    <SimpleTable
      caption={t("preview.title")}
      rows={measures}
      rowKey={({ store, startsAt }) => `${store.id} ${startsAt}`}
      columns={[
        { id: "store", header: t("finance:field.store"), cell: ({ store }) => store.name },
        {
          id: "days",
          header: t("preview.days"),
          cell: ({ startsAt, endsAt }) => t("field.span", { from: date(startsAt), to: date(endsAt) }),
        },
        {
          id: "volume",
          header: t("field.volume"),
          align: "right",
          cell: ({ volume }) => `${decimal(shortened(volume))} m³`,
        },
        {
          id: "price",
          header: t("field.price"),
          align: "right",
          cell: ({ price }) => <Money amount={price} />,
        },
        {
          id: "amount",
          header: t("finance:field.customerAmount"),
          align: "right",
          cell: ({ customerAmount, isMeasured }) =>
            isMeasured ? (
              <StatusBadge tone="new">{t("preview.measured")}</StatusBadge>
            ) : (
              <Money amount={customerAmount} />
            ),
        },
      ]}
    />
  );
}

/** What would come, and the button that has it come. */
function PreviewSection({ asked, charged }: Preview) {
  const { t } = useTranslation(["storage", "finance"]);
  const { money } = useFormats();
  const area = useArea();
  const navigate = useNavigate();
  const show = useShowFees("STORAGE");
  const [charge, isCharging] = useAct(() => ({
    run: () => chargeStorage(asked),
    failed: t("create.failed"),
    after: async ({ count, customerAmount }: Charged) => {
      await navigate(storagePaths.list(area));
      show(t("create.done", { count, amount: money(customerAmount) }), t("create.show"));
    },
  }));
  return (
    <Section title={t("preview.title")}>
      <Stack>
        <Facts
          facts={[
            { label: t("preview.fees"), value: <Figure value={charged.count} /> },
            {
              label: t("finance:field.customerAmount"),
              value: <Money amount={charged.customerAmount} />,
            },
          ]}
        />
        <Row justify="end">
          <Button kind="primary" busy={isCharging} onClick={() => void charge()}>
            {t("create.confirm", { count: charged.count })}
          </Button>
        </Row>
        <Measures measures={charged.measures} />
      </Stack>
    </Section>
  );
}

/** What could not be read of a table, by its lines. */
function Problems({ problems }: Pick<StorageRead, "problems">) {
  const { t } = useTranslation(["storage", "finance"]);
  const columns: Record<string, string> = {
    storeId: t("finance:field.store"),
    startsAt: t("field.startsAt"),
    volume: t("field.volume"),
  };
  return (
    <Banner tone="warning" title={t("import.problems", { count: problems.length })}>
      <ul>
        {problems.slice(0, MOST_TYPED).map(({ line, column, value }) => (
          <li key={`${line} ${column}`}>
            {t("import.problem", { line, column: columns[column] ?? t("import.line"), value: value || "—" })}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Why none of the measures of a table is charged: what is wrong with them, each said once. */
function Refused({ error }: { error: ApiError }) {
  const { t } = useTranslation("storage");
  const said = error.fields.map(({ message }) => message);
  return (
    <Banner tone="critical" title={t("import.refused")}>
      <p>{[...new Set(said.length > 0 ? said : [error.message])].join(" ")}</p>
    </Banner>
  );
}

function Import({ onPreview }: { onPreview: (preview: Preview | null) => void }) {
  const { t } = useTranslation("storage");
  const [read, setRead] = useState<StorageRead | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async ([file]: File[]) => {
    if (!file) return;
    setBusy(true);
    setRead(null);
    setError(null);
    onPreview(null);
    const ended = await attempt(async () => {
      const known = await readStorage(file);
      setRead(known);
      if (known.measures.length === 0) return;
      const asked = { measures: known.measures, imported: true };
      onPreview({ asked, charged: await previewStorage(asked) });
    });
    if ("error" in ended) setError(ended.error);
    setBusy(false);
  };
  return (
    <FormSection title={t("import.title")} description={t("import.text")}>
      <FileDrop
        label={t("import.label")}
        hint={t("import.hint")}
        accept={FILE_TYPES.csv}
        busy={isBusy}
        progress={null}
        onFiles={(files) => void take(files)}
      />
      {read && read.problems.length > 0 && <Problems problems={read.problems} />}
      {error && <Refused error={error} />}
    </FormSection>
  );
}

/** The preview of what is typed, as long as nothing of it is changed. */
function TypedPreview({ preview }: { preview: Preview }) {
  const present = toMeasures(useValue("measures"));
  if (JSON.stringify(present) !== JSON.stringify(preview.asked.measures)) return null;
  return <PreviewSection {...preview} />;
}

function Typed() {
  const { t } = useTranslation(["storage", "finance"]);
  const form = useForm<StorageValues>({ defaultValues: { measures: [] } });
  const [preview, setPreview] = useState<Preview | null>(null);
  const look = async (values: StorageValues) => {
    setPreview(null);
    const asked = { measures: toMeasures(values.measures), imported: false };
    setPreview({ asked, charged: await previewStorage(asked) });
  };
  return (
    <Form form={form} onSubmit={look} failure={t("create.failed")}>
      <Stack>
        <FormSection title={t("typed.title")} description={t("typed.text")}>
          <RowsField
            name="measures"
            label={t("typed.measures")}
            addLabel={t("typed.add")}
            removeLabel={(index) => t("typed.remove", { number: index + 1 })}
            emptyText={t("typed.none")}
            max={MOST_TYPED}
            required
            newRow={() => ({ storeId: null, startsAt: lastHalfMonth(), volume: "" })}
            row={(prefix) => (
              <FormGrid>
                <RecordField
                  name={`${prefix}.storeId`}
                  label={t("finance:field.store")}
                  source={storeRecords}
                  required
                />
                <DateField name={`${prefix}.startsAt`} label={t("field.startsAt")} required />
                <NumberField
                  name={`${prefix}.volume`}
                  label={t("field.volume")}
                  suffix="m³"
                  decimals={3}
                  min={0}
                  max={100_000}
                  required
                />
              </FormGrid>
            )}
          />
          <Row justify="end">
            <Button type="submit" busy={form.formState.isSubmitting}>
              {t("preview.action")}
            </Button>
          </Row>
        </FormSection>
        {preview && <TypedPreview preview={preview} />}
      </Stack>
    </Form>
  );
}

/** Charges what lay in the warehouse: read from a table or typed, shown first, then made, each half-month of a store once. */
export default function ChargeStorage() {
  const { t } = useTranslation("storage");
  const area = useArea();
  const [imported, setImported] = useState<Preview | null>(null);
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: storagePaths.list(area) }]}
    >
      <Import onPreview={setImported} />
      {imported ? <PreviewSection {...imported} /> : <Typed />}
    </CreatePage>
  );
}
