import {
  Button,
  DateTime,
  Figure,
  Form,
  fieldsOf,
  Link,
  Loaded,
  MonthField,
  NONE,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  useForm,
  useMayOpen,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { StoreLink } from "../../stores/StoreLink";
import { type MissingInvoice, useMissingInvoices } from "./api";
import { invoicePaths, newInvoiceOf } from "./paths";
import { daysOf, monthBefore } from "./values";
import { PrepareMonth } from "./work/PrepareMonth";

interface MonthValues {
  month: string;
}

const { useValue } = fieldsOf<MonthValues>();

/** As many are shown before more are asked for (specification, document 2, section 9). */
const SHOWN = 5;

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** The organizations without an invoice, each with the way to make it for those who may. */
function Owners({ missing: { store, organizations }, month }: { missing: MissingInvoice; month: string }) {
  const { t } = useTranslation("invoices");
  const area = useArea();
  const mayMake = useMayOpen()(invoicePaths.create(area));
  return (
    <Stack gap={4}>
      {organizations.map(({ id, name }) =>
        mayMake ? (
          <Link key={id} to={newInvoiceOf(area, { store: store.id, organization: id, ...daysOf(month) })}>
            {t("missing.create", { name })}
          </Link>
        ) : (
          <span key={id}>{name}</span>
        ),
      )}
    </Stack>
  );
}

function Stores({ rows, month }: { rows: MissingInvoice[]; month: string }) {
  const { t } = useTranslation(["invoices", "finance"]);
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return <Quiet>{t("missing.none")}</Quiet>;
  return (
    <Stack gap={8}>
      <SimpleTable
        caption={t("missing.title")}
        rows={isWhole ? rows : rows.slice(0, SHOWN)}
        rowKey={({ store }) => store.id}
        columns={[
          {
            id: "store",
            header: t("finance:field.store"),
            cell: ({ store }) => <StoreLink store={store} />,
          },
          {
            id: "organizations",
            header: t("missing.organizations"),
            cell: (missing) => <Owners missing={missing} month={month} />,
          },
          {
            id: "last",
            header: t("missing.last"),
            align: "right",
            cell: ({ lastInvoiceAt }) =>
              lastInvoiceAt ? <DateTime at={lastInvoiceAt} relative={false} /> : NONE,
          },
          {
            id: "orders",
            header: t("missing.orders"),
            align: "right",
            cell: ({ orders }) => <Figure value={orders} />,
          },
        ]}
      />
      {rows.length > SHOWN && (
        <div>
          <Button kind="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t("missing.less") : t("missing.more", { count: rows.length - SHOWN })}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** The stores of the month in the field; null: there is none. */
function useOfMonth() {
  const chosen = useValue("month");
  const month = isMonth(chosen) ? chosen : null;
  const missing = useMissingInvoices(month && daysOf(month).start);
  return month === null ? null : { month, missing };
}

function OfMonth() {
  const of = useOfMonth();
  if (!of) return null;
  const { month, missing } = of;
  return <Loaded of={missing}>{(rows) => <Stores key={month} rows={rows} month={month} />}</Loaded>;
}

/** Which month, and all of it at once. */
function Head() {
  const { t } = useTranslation("invoices");
  const of = useOfMonth();
  return (
    <Row align="end">
      <MonthField name="month" label={t("missing.month")} required />
      {of && <PrepareMonth key={of.month} month={of.month} missing={of.missing.data} />}
    </Row>
  );
}

/** The stores with orders that left in a month, and an owner without an invoice for it. */
export function MissingInvoices() {
  const { t } = useTranslation("invoices");
  const form = useForm<MonthValues>({ defaultValues: { month: monthBefore() } });
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("missing.title")}>
      <Section title={t("missing.title")} action={<Head />}>
        <OfMonth />
      </Section>
    </Form>
  );
}
