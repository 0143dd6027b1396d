import {
  Button,
  Figure,
  Form,
  FormSection,
  fieldsOf,
  Import,
  Money,
  Page,
  Quiet,
  Row,
  Section,
  SimpleTable,
  useForm,
  useIsStaff,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { fetchTexts } from "../../i18n";
import { storeRecords } from "../../stores/records";
import { orderPaths } from "../paths";
import type { PastedOrders } from "./api";
import { useColumns, usePaste } from "./usePaste";

// What orders are called.
fetchTexts("orders");

interface PasteValues {
  storeId: string | null;
  isFree: boolean;
}

const { RecordField, SwitchField } = fieldsOf<PasteValues>();

function Preview({ of: { orders, total } }: { of: PastedOrders }) {
  const { t } = useTranslation(["orderPaste", "orders"]);
  return (
    <Section title={t("preview.title", { count: orders.length })}>
      <SimpleTable
        caption={t("preview.title", { count: orders.length })}
        rows={orders}
        rowKey={({ line }) => String(line)}
        columns={[
          { id: "line", header: t("preview.line"), align: "right", cell: ({ line }) => line },
          { id: "reference", header: t("column.reference"), cell: ({ reference }) => reference },
          { id: "name", header: t("column.name"), cell: ({ customerName }) => customerName },
          { id: "city", header: t("column.city"), cell: ({ city }) => city },
          {
            id: "items",
            header: t("preview.items"),
            align: "right",
            cell: ({ itemCount }) => <Figure value={itemCount} />,
          },
          { id: "carrier", header: t("preview.carrier"), cell: ({ carrier }) => carrier },
          {
            id: "total",
            header: t("preview.total"),
            align: "right",
            cell: ({ total: amount }) => <Money amount={amount} />,
          },
        ]}
      />
      <p>
        <strong>{t("preview.sum")}</strong> <Money amount={total} />
      </p>
      <Quiet>{t("preview.carriers")}</Quiet>
    </Section>
  );
}

function Paste({ storeId, isFree }: { storeId: string; isFree: boolean }) {
  const { t } = useTranslation("orderPaste");
  const area = useArea();
  const { preview, ...paste } = usePaste(storeId, isFree);
  const isMade = paste.run.outcome !== null && "created" in paste.run.outcome;
  return (
    <>
      <Import
        title={t("title")}
        hint={t("hint")}
        paste={t("rows")}
        columns={useColumns()}
        outcome={({ created }) => t("made", { count: created })}
        refused={{ title: t("refused"), label: t("column.reference") }}
        {...paste}
      />
      {isMade && (
        <Row>
          <Button icon="orders" to={orderPaths.list(area)}>
            {t("see")}
          </Button>
        </Row>
      )}
      {!isMade && preview && preview.orders.length > 0 && <Preview of={preview} />}
    </>
  );
}

/** Many orders of a store out of a spreadsheet: pasted or in a file, looked at, then made by one job. */
export default function PasteOrders() {
  const { t } = useTranslation(["orderPaste", "orders"]);
  const area = useArea();
  const isStaff = useIsStaff();
  const form = useForm<PasteValues>({ defaultValues: { storeId: null, isFree: false } });
  const [storeId, isFree] = form.watch(["storeId", "isFree"]);
  return (
    <Page
      title={t("title")}
      breadcrumbs={[{ label: t("orders:list.title"), to: orderPaths.list(area) }]}
      width="text"
    >
      <Form form={form} onSubmit={async () => {}} failure="">
        <FormSection title={t("store")} description={t("storeText")}>
          <RecordField
            name="storeId"
            label={t("orders:column.store")}
            source={storeRecords}
            required
            autoFocus
          />
          {isStaff && (
            <SwitchField
              name="isFree"
              label={t("orders:manual.free")}
              description={t("orders:manual.freeText")}
            />
          )}
        </FormSection>
      </Form>
      {storeId ? (
        <Paste key={`${storeId} ${isFree}`} storeId={storeId} isFree={isFree} />
      ) : (
        <Quiet>{t("orders:create.storeFirst")}</Quiet>
      )}
    </Page>
  );
}
