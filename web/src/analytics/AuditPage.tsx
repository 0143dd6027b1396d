import {
  Button,
  CardSkeleton,
  Chart,
  Empty,
  Facts,
  Figure,
  Form,
  fieldsOf,
  Loaded,
  Money,
  OnPaper,
  OnScreen,
  Page,
  PrintButton,
  Quiet,
  Section,
  SimpleTable,
  SkeletonLines,
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
import { type Audit, type AuditGroup, type Basis, exportAudit, useAudit } from "./api";
import { Counted } from "./Counted";
import { CountryBars } from "./CountryBars";
import { useDayAxis } from "./useDayAxis";
import { useAuditFigures } from "./useFigures";
import { useOrdersBehind } from "./useOrdersBehind";
import { useBasisNames, useGroupings } from "./useReportWords";
import { countColumn, useSalesColumns } from "./useSalesColumns";
import { GROUPINGS, type Grouping, SPANS, weekWithin } from "./values";

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
    group: GROUPINGS.find((group) => group === query.get("group")) ?? "BARCODE",
  };
  const choose = ({ basis, group }: Choice) => {
    const next = new URLSearchParams(query);
    next.set("basis", basis);
    next.set("group", group);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return [choice, choose];
}

function Summary({ audit: { quantity, priceExVat, inventory, countedAt } }: { audit: Audit }) {
  const figures = useAuditFigures(countedAt);
  return (
    <Tiles minWidth={180} most={5}>
      <Stat {...figures.units} value={<Figure value={quantity} />} />
      <Stat {...figures.netSales} value={<Money amount={priceExVat} />} />
      <Stat {...figures.unique} value={<Figure value={inventory.uniqueProductCount} />} />
      <Stat {...figures.inWarehouse} value={<Figure value={inventory.productInWarehouse} />} />
      <Stat {...figures.expected} value={<Figure value={inventory.inbound.product} />} />
    </Tiles>
  );
}

interface PartProps {
  asked: Asked;
  basis: Basis;
  audit: Audit;
}

/** Units by week, each of which leads to its orders. */
function Weeks({ asked, basis, audit }: PartProps) {
  const { t } = useTranslation("analytics");
  const { number } = useFormats();
  const orders = useOrdersBehind(asked, basis, audit.skus);
  const { weeks } = useAuditFigures(audit.countedAt);
  const axis = useDayAxis(
    t("audit.week"),
    audit.statistics.map(({ weekStartAt }) => weekStartAt),
  );
  return (
    <Section title={t("audit.weeks")}>
      <Chart<Audit["statistics"][number]>
        title={weeks.label}
        hint={weeks.hint}
        kind="bar"
        rows={audit.statistics}
        x={{ label: axis.label, value: ({ weekStartAt }) => axis.text(weekStartAt) }}
        series={[
          {
            ...{ id: "units", label: t("products.quantity"), value: ({ quantity }) => quantity },
            to: ({ weekStartAt, quantity }) =>
              quantity > 0 ? orders.placed("normal", weekWithin(weekStartAt, asked)) : undefined,
          },
        ]}
        unit={t("audit.unit")}
        format={(value) => number(Number(value))}
      />
    </Section>
  );
}

function Countries({ asked, basis, audit }: PartProps) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  const orders = useOrdersBehind(asked, basis, audit.skus);
  return (
    <CountryBars<Audit["countries"][number]>
      title={t("countries.unitsBy")}
      hint={useAuditFigures(audit.countedAt).countries.hint}
      rows={audit.countries}
      figures={[
        {
          ...{ id: "units", label: t("audit.units"), value: ({ quantity }) => quantity },
          format: (value) => number(Number(value)),
          words: ({ quantity }) => t("countries.units", { count: quantity, shown: number(quantity) }),
        },
        {
          ...{ id: "net", label: t("figure.netSales"), value: ({ priceExVat }) => priceExVat },
          format: (value) => money(String(value)),
        },
      ]}
      listOf={orders.toCountry}
    />
  );
}

/** So many SKUs of a row are told; of more nobody knows its orders. */
const SKUS_OF_ROW = 10;

function Records({ asked, basis, audit, group }: PartProps & { group: Grouping }) {
  const { t } = useTranslation("analytics");
  const orders = useOrdersBehind(asked, basis);
  const { title } = useGroupings()[group];
  const { number } = useFormats();
  const column = (id: "barcodes" | "products" | "skus", header: string) => ({
    id,
    header,
    cell: (row: AuditGroup) => row[id].join(", "),
  });
  const barcode = column("barcodes", t("audit.barcode"));
  const product = column("products", t("products.product"));
  return (
    <Section title={title} action={useAuditFigures(audit.countedAt).records.hint}>
      <Stack gap={12}>
        <SimpleTable
          caption={title}
          rows={audit.groups}
          rowKey={({ barcodes, products }) => [barcodes, products].join(" ")}
          columns={[
            ...(group === "BARCODE" ? [barcode, product] : [product, barcode]),
            column("skus", t("products.sku")),
            countColumn<AuditGroup>("countries", t("audit.countries"), ({ countries }) => countries),
            ...useSalesColumns<AuditGroup>(
              ({ priceExVat }) => priceExVat,
              ({ skus }) => (skus.length < SKUS_OF_ROW ? orders.ofArticles(skus) : undefined),
            ),
          ]}
        />
        {audit.groupCount > audit.groups.length && (
          <Quiet>
            {t("audit.first", { shown: number(audit.groups.length), all: number(audit.groupCount) })}
          </Quiet>
        )}
      </Stack>
    </Section>
  );
}

/** When it was counted, five figures, a plot and a table. */
const WAITING = (
  <>
    <SkeletonLines lines={1} />
    <Tiles minWidth={180} most={5}>
      {["units", "net", "unique", "warehouse", "expected"].map((id) => (
        <CardSkeleton key={id} height={88} />
      ))}
    </Tiles>
    <CardSkeleton height={400} />
    <CardSkeleton height={400} />
  </>
);

function Content({ asked, choice: { basis, group } }: { asked: Asked; choice: Choice }) {
  const { t } = useTranslation("analytics");
  return (
    <Loaded of={useAudit(asked, basis, group)} waiting={WAITING}>
      {(audit) => (
        <>
          <Counted asked={asked} at={audit.countedAt} />
          <Summary audit={audit} />
          {audit.groups.length === 0 ? (
            <Empty icon="analytics" title={t("audit.none")}>
              {t("audit.noneText")}
            </Empty>
          ) : (
            <>
              <Weeks asked={asked} basis={basis} audit={audit} />
              <Records asked={asked} basis={basis} audit={audit} group={group} />
              <Countries asked={asked} basis={basis} audit={audit} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function ChoiceForm({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation("analytics");
  const [bases, groupings] = [useBasisNames(), useGroupings()];
  const form = useForm<Choice>({ defaultValues: choice, values: choice });
  useOnChange(form, "basis", (basis) => onChoose({ ...choice, basis }));
  useOnChange(form, "group", (group) => onChoose({ ...choice, group }));
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("audit.title")}>
      <OnScreen>
        <Tiles>
          <SelectField
            name="basis"
            label={t("audit.basis")}
            options={BASES.map((basis) => ({ value: basis, label: bases[basis] }))}
          />
          <SelectField
            name="group"
            label={t("audit.group")}
            options={GROUPINGS.map((group) => ({ value: group, label: groupings[group].choice }))}
          />
        </Tiles>
      </OnScreen>
      <OnPaper>
        <Facts
          facts={[
            { label: t("audit.basis"), value: bases[choice.basis] },
            { label: t("audit.group"), value: groupings[choice.group].choice },
          ]}
        />
      </OnPaper>
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
        <>
          <PrintButton />
          {asked && (
            <Button icon="download" busy={busy} onClick={() => send(asked)}>
              {t("audit.export")}
            </Button>
          )}
        </>
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
