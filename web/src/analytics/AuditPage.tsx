import {
  Button,
  Chart,
  Country,
  Empty,
  Figure,
  Form,
  fieldsOf,
  Loaded,
  Money,
  Page,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  Stat,
  Tiles,
  useAct,
  useForm,
  useFormats,
  useOnChange,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { SpanFilters } from "../spans/SpanFilters";
import { useAsked } from "../spans/useAsked";
import type { Asked } from "../spans/values";
import { type Audit, type Basis, exportAudit, useAudit } from "./api";
import { Counted } from "./Counted";
import { useDayAxis } from "./useDayAxis";
import { GROUPINGS, type Grouping, SPANS, summed } from "./values";

const BASES: readonly Basis[] = ["SHIPPED", "SOLD"];

interface Choice {
  basis: Basis;
  group: Grouping;
}

const { SelectField } = fieldsOf<Choice>();

/** By which day units count and how rows are put together, in the address. */
function useChoice(): [Choice, (choice: Choice) => void] {
  const [query, setQuery] = useSearchParams();
  const choice = {
    basis: BASES.find((basis) => basis === query.get("basis")) ?? "SHIPPED",
    group: GROUPINGS.find((group) => group === query.get("group")) ?? "barcode",
  };
  const choose = ({ basis, group }: Choice) => {
    const next = new URLSearchParams(query);
    next.set("basis", basis);
    next.set("group", group);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return [choice, choose];
}

function Weeks({ audit }: { audit: Audit }) {
  const { t } = useTranslation("analytics");
  const { number } = useFormats();
  const axis = useDayAxis(
    t("audit.week"),
    audit.statistics.map(({ weekStartAt }) => weekStartAt),
  );
  return (
    <Section title={t("audit.weeks")}>
      <Stack gap={12}>
        <Quiet>{t("audit.weeksText")}</Quiet>
        <Chart
          title={t("audit.weekly")}
          kind="bar"
          rows={audit.statistics}
          x={{ label: axis.label, value: ({ weekStartAt }) => axis.text(weekStartAt) }}
          series={[{ id: "units", label: t("products.quantity"), value: ({ quantity }) => quantity }]}
          unit={t("audit.unit")}
          format={(value) => number(Number(value))}
        />
      </Stack>
    </Section>
  );
}

function Countries({ audit }: { audit: Audit }) {
  const { t } = useTranslation("analytics");
  return (
    <Section title={t("countries.title")}>
      <SimpleTable
        caption={t("countries.title")}
        rows={audit.countries}
        rowKey={({ countryCode }) => countryCode}
        columns={[
          {
            id: "country",
            header: t("countries.country"),
            cell: ({ countryCode }) =>
              countryCode ? <Country code={countryCode} /> : t("countries.unknown"),
          },
          {
            id: "quantity",
            header: t("products.quantity"),
            align: "right",
            cell: ({ quantity }) => <Figure value={quantity} />,
          },
          {
            id: "net",
            header: t("figure.netSales"),
            align: "right",
            cell: ({ priceExVat }) => <Money amount={priceExVat} />,
          },
        ]}
      />
    </Section>
  );
}

function Records({ audit, group }: { audit: Audit; group: Grouping }) {
  const { t } = useTranslation("analytics");
  const rows = summed(audit.products, group);
  const barcode = {
    id: "barcode",
    header: t("audit.barcode"),
    cell: (row: (typeof rows)[number]) => row.barcode,
  };
  const product = {
    id: "product",
    header: t("products.product"),
    cell: (row: (typeof rows)[number]) => row.product,
  };
  return (
    <Section title={t(`audit.by.${group}`)}>
      <Stack gap={12}>
        <SimpleTable
          caption={t(`audit.by.${group}`)}
          rows={rows}
          rowKey={(row) => row[group]}
          columns={[
            ...(group === "barcode" ? [barcode, product] : [product, barcode]),
            { id: "sku", header: t("products.sku"), cell: ({ sku }) => sku },
            {
              id: "countries",
              header: t("audit.countries"),
              align: "right",
              cell: ({ countries }) => <Figure value={countries} />,
            },
            {
              id: "quantity",
              header: t("products.quantity"),
              align: "right",
              cell: ({ quantity }) => <Figure value={quantity} />,
            },
            {
              id: "net",
              header: t("figure.netSales"),
              align: "right",
              cell: ({ priceExVat }) => <Money amount={priceExVat} />,
            },
          ]}
        />
        {audit.productCount > audit.products.length && (
          <Quiet>{t("audit.first", { shown: audit.products.length, count: audit.productCount })}</Quiet>
        )}
      </Stack>
    </Section>
  );
}

function Content({ asked, choice: { basis, group } }: { asked: Asked; choice: Choice }) {
  const { t } = useTranslation("analytics");
  return (
    <Loaded of={useAudit(asked, basis)} lines={14}>
      {(audit) => (
        <>
          <Counted asked={asked} at={audit.countedAt} />
          <Tiles minWidth={200}>
            <Stat label={t("audit.units")} value={<Figure value={audit.quantity} />} />
            <Stat label={t("figure.netSales")} value={<Money amount={audit.priceExVat} />} />
            <Stat
              label={t("inventory.unique")}
              value={<Figure value={audit.inventory.uniqueProductCount} />}
            />
            <Stat
              label={t("inventory.units")}
              value={<Figure value={audit.inventory.productInWarehouse} />}
            />
            <Stat
              label={t("inventory.expected")}
              value={<Figure value={audit.inventory.inbound.product} />}
            />
          </Tiles>
          {audit.products.length === 0 ? (
            <Empty icon="analytics" title={t("audit.none")}>
              {t("audit.noneText")}
            </Empty>
          ) : (
            <>
              <Weeks audit={audit} />
              <Records audit={audit} group={group} />
              <Countries audit={audit} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function ChoiceForm({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation("analytics");
  const form = useForm<Choice>({ defaultValues: choice, values: choice });
  useOnChange(form, "basis", (basis) => onChoose({ ...choice, basis }));
  useOnChange(form, "group", (group) => onChoose({ ...choice, group }));
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("audit.title")}>
      <Tiles>
        <SelectField
          name="basis"
          label={t("audit.basis")}
          options={BASES.map((basis) => ({ value: basis, label: t(`audit.bases.${basis}`) }))}
        />
        <SelectField
          name="group"
          label={t("audit.group")}
          options={GROUPINGS.map((group) => ({ value: group, label: t(`audit.groups.${group}`) }))}
        />
      </Tiles>
    </Form>
  );
}

/** What was sold of records that charts count: by week, by record and by country. */
export default function AuditPage() {
  const { t } = useTranslation("analytics");
  const { form, asked } = useAsked(SPANS, ["basis", "group"]);
  const [choice, choose] = useChoice();
  const [send, busy] = useAct((asked: Asked) => ({
    run: () => exportAudit(asked, choice.basis),
    done: t("audit.exported"),
    failed: t("audit.failed"),
  }));
  return (
    <Page
      title={t("audit.title")}
      actions={
        asked && (
          <Button icon="download" busy={busy} onClick={() => send(asked)}>
            {t("audit.export")}
          </Button>
        )
      }
    >
      <Stack>
        <Quiet>{t("audit.text")}</Quiet>
        <SpanFilters form={form} spans={SPANS} />
        <ChoiceForm choice={choice} onChoose={choose} />
        {asked && <Content asked={asked} choice={choice} />}
      </Stack>
    </Page>
  );
}
