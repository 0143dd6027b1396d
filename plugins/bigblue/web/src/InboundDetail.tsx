import {
  Button,
  CopyId,
  DateTime,
  Empty,
  Facts,
  Figure,
  History,
  Link,
  Meter,
  NONE,
  Notes,
  ProgressBar,
  RecordPage,
  Section,
  SimpleTable,
  Stack,
  StockBadge,
  useMayOpen,
  useNow,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { InboundStatus, useStatuses } from "./InboundStatus";
import { type ShipmentDetail, shipments } from "./inbound";
import { paths } from "./paths";

/** What became of a shipment, in the words of its page. */
function ShipmentHistory({ id }: { id: string }) {
  const { t } = useTranslation("bigblue");
  const statuses = useStatuses();
  return (
    <History
      entity="inbound-shipment"
      id={id}
      fields={{
        status: t("inbound.statusLabel"),
        expectedAt: t("inbound.expectedAt"),
        expectedUnits: t("inbound.expected"),
        offloadedUnits: t("inbound.offloaded"),
        damagedUnits: t("inbound.damaged"),
      }}
      values={(field, value) => (field === "status" ? statuses[String(value)] : undefined)}
    />
  );
}

function View({ shipment }: { shipment: ShipmentDetail }) {
  const { t } = useTranslation("bigblue");
  const now = useNow();
  const mayOpen = useMayOpen();
  const { store } = shipment;
  const toStore = store ? paths.store(store.id) : "";
  const names = shipment.organizations.map(({ name }) => name).join(", ");
  const arrived = Math.min(shipment.expectedUnits, shipment.offloadedUnits + shipment.damagedUnits);
  return (
    <>
      <Section title={t("inbound.facts")}>
        <Stack>
          <Facts
            facts={[
              { label: t("inbound.id"), value: <CopyId value={shipment.providerRef} /> },
              { label: t("inbound.reference"), value: shipment.reference || NONE },
              { label: t("inbound.carrier"), value: shipment.carrier || NONE },
              { label: t("inbound.warehouse"), value: shipment.warehouse || NONE },
              { label: t("inbound.organizations"), value: names || t("inbound.noOrganization") },
              ...(store
                ? [
                    {
                      label: t("inbound.store"),
                      value: mayOpen(toStore) ? <Link to={toStore}>{store.name}</Link> : store.name,
                    },
                  ]
                : []),
              {
                label: t("inbound.expectedAt"),
                value: <DateTime at={shipment.expectedAt} relative={false} />,
              },
            ]}
          />
          <ProgressBar
            label={t("inbound.progress")}
            done={arrived}
            total={shipment.expectedUnits}
            startedAt={null}
            now={now}
          />
        </Stack>
      </Section>
      <Section title={t("inbound.units")}>
        {shipment.units.length === 0 ? (
          <Empty icon="product" title={t("inbound.noUnits")} />
        ) : (
          <SimpleTable
            caption={t("inbound.units")}
            rows={shipment.units}
            rowKey={(unit) => unit.id}
            columns={[
              {
                id: "sku",
                header: t("bundle.product"),
                cell: (unit) => (
                  <Stack gap={4}>
                    {unit.name && (
                      <div>
                        {unit.productId && mayOpen(paths.storeProduct(unit.productId)) ? (
                          <Link to={paths.storeProduct(unit.productId)}>{unit.name}</Link>
                        ) : (
                          unit.name
                        )}
                      </div>
                    )}
                    <CopyId value={unit.sku} />
                  </Stack>
                ),
              },
              {
                id: "expected",
                header: t("inbound.expected"),
                align: "right",
                cell: (unit) => <Figure value={unit.expectedQuantity} />,
              },
              {
                id: "offloaded",
                header: t("inbound.offloaded"),
                align: "right",
                cell: (unit) => <StockBadge kind="offloaded" pieces={unit.offloadedQuantity} />,
              },
              {
                id: "damaged",
                header: t("inbound.damaged"),
                align: "right",
                cell: (unit) => <StockBadge kind="damaged" pieces={unit.damagedQuantity} />,
              },
              {
                id: "progress",
                header: t("inbound.progress"),
                align: "right",
                cell: (unit) => <Meter label={t("inbound.progress")} percent={unit.progress} />,
              },
            ]}
          />
        )}
      </Section>
      <Notes relationId={shipment.id} />
      <ShipmentHistory id={shipment.id} />
    </>
  );
}

/** One shipment: what of each SKU has arrived. */
export default function InboundDetail() {
  const { t } = useTranslation("bigblue");
  const { shipmentId = "" } = useParams();
  return (
    <RecordPage
      of={[shipmentId]}
      useRecord={shipments.useOne}
      breadcrumbs={[{ label: t("inbound.title"), to: paths.shipments }]}
      title={({ name, providerRef }) => name || providerRef}
      mark={({ status, providerStatus }) => <InboundStatus status={status} providerStatus={providerStatus} />}
      actions={({ id }) => (
        <Button icon="organization" to={paths.mapping(id)}>
          {t("inbound.mappings")}
        </Button>
      )}
    >
      {(shipment) => <View shipment={shipment} />}
    </RecordPage>
  );
}
