import {
  Columns,
  CopyId,
  DateTime,
  Empty,
  ExpectedDay,
  type Fact,
  Facts,
  Figure,
  Link,
  Meter,
  NONE,
  RecordPage,
  Row,
  Section,
  SimpleTable,
  Stack,
  StockBadge,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginActions } from "../plugins/PluginActions";
import { usePluginFacts } from "../plugins/useContributions";
import { articleName } from "../products/names";
import { productPaths } from "../products/paths";
import { StoreLink } from "../stores/StoreLink";
import { type InboundShipment, inboundShipments, isAwaited, titleOf } from "./api";
import { InboundStatus } from "./InboundStatus";
import { inboundPaths } from "./paths";

type Unit = InboundShipment["units"][number];

/** What an article is called; leads to its product, for those who may open it. */
function ArticleName({ unit: { name, title, productId } }: { unit: Unit }) {
  const product = productPaths.detail(useArea(), productId ?? "");
  const mayOpen = useMayOpen()(product);
  const words = articleName(name, title);
  return productId && mayOpen ? <Link to={product}>{words}</Link> : words;
}

function Units({ units }: { units: Unit[] }) {
  const { t } = useTranslation("inbound");
  if (units.length === 0) return <Empty icon="product" title={t("detail.noUnits")} />;
  return (
    <SimpleTable
      caption={t("detail.units")}
      rows={units}
      rowKey={(unit) => unit.id}
      columns={[
        {
          id: "sku",
          header: t("unit.article"),
          cell: (unit) => (
            <Stack gap={4}>
              {unit.name && (
                <div>
                  <ArticleName unit={unit} />
                </div>
              )}
              <CopyId value={unit.sku} />
            </Stack>
          ),
        },
        {
          id: "expected",
          header: t("column.expected"),
          align: "right",
          cell: (unit) => <Figure value={unit.expectedQuantity} />,
        },
        {
          id: "offloaded",
          header: t("column.offloaded"),
          align: "right",
          cell: (unit) => <StockBadge kind="offloaded" pieces={unit.offloadedQuantity} />,
        },
        {
          id: "damaged",
          header: t("column.damaged"),
          align: "right",
          cell: (unit) => <StockBadge kind="damaged" pieces={unit.damagedQuantity} />,
        },
        {
          id: "progress",
          header: t("column.progress"),
          align: "right",
          cell: (unit) => <Meter label={t("unit.progress", { sku: unit.sku })} percent={unit.progress} />,
        },
      ]}
    />
  );
}

function ShipmentFacts({ shipment }: { shipment: InboundShipment }) {
  const { t } = useTranslation("inbound");
  const facts: Fact[] = [
    { label: t("fact.providerId"), value: <CopyId value={shipment.providerRef} /> },
    { label: t("column.reference"), value: shipment.reference || NONE },
    { label: t("column.carrier"), value: shipment.carrier || NONE },
    { label: t("fact.warehouse"), value: shipment.warehouse || NONE },
    ...(shipment.store ? [{ label: t("fact.store"), value: <StoreLink store={shipment.store} /> }] : []),
    {
      label: t("column.expectedAt"),
      value: (
        <Row>
          <ExpectedDay at={shipment.expectedAt} isAwaited={isAwaited(shipment)} />
        </Row>
      ),
    },
    { label: t("fact.updated"), value: <DateTime at={shipment.updatedAt} /> },
  ];
  return <Facts facts={[...facts, ...usePluginFacts("inbound-shipment", shipment.extra)]} />;
}

function Reception({ shipment }: { shipment: InboundShipment }) {
  const { t } = useTranslation("inbound");
  const facts: Fact[] = [
    { label: t("column.expected"), value: <Figure value={shipment.expectedUnits} /> },
    { label: t("column.offloaded"), value: <StockBadge kind="offloaded" pieces={shipment.offloadedUnits} /> },
    { label: t("column.damaged"), value: <StockBadge kind="damaged" pieces={shipment.damagedUnits} /> },
    {
      label: t("column.progress"),
      value: <Meter label={t("column.progress")} percent={shipment.progress} />,
    },
  ];
  return <Facts facts={facts} />;
}

/** One inbound shipment: what of one's own it holds, and how much has come. */
export default function InboundDetail() {
  const { t } = useTranslation("inbound");
  const area = useArea();
  return (
    <RecordPage
      of={[inboundPaths.detail.useIds().shipmentId]}
      useRecord={inboundShipments.useOne}
      breadcrumbs={[{ label: t("list.title"), to: inboundPaths.list(area) }]}
      title={titleOf}
      mark={({ status, providerStatus }) => <InboundStatus status={status} providerStatus={providerStatus} />}
      actions={(shipment) => <PluginActions entity="inbound-shipment" record={shipment} />}
    >
      {(shipment) => (
        <Columns
          main={
            <Section title={t("detail.units")}>
              <Units units={shipment.units} />
            </Section>
          }
          side={
            <>
              <Section title={t("detail.reception")}>
                <Reception shipment={shipment} />
              </Section>
              <Section title={t("detail.shipment")}>
                <ShipmentFacts shipment={shipment} />
              </Section>
            </>
          }
        />
      )}
    </RecordPage>
  );
}
