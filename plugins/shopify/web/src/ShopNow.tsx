import {
  Can,
  Empty,
  Link,
  Loaded,
  Money,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Zone } from "./api";
import { useConnection, useMarkets, useStoreName, useZones } from "./api";
import { ClearRates } from "./ClearRates";
import { Countries } from "./Countries";
import { Deployments } from "./Deployments";
import { LoadedRows } from "./LoadedRows";
import { MarketButton } from "./MarketForm";
import { Markets } from "./Markets";
import { useWeights } from "./useWeights";

function ZoneTable({ zone }: { zone: Zone }) {
  const { t } = useTranslation("shopify");
  const weights = useWeights();
  return (
    <Stack gap={8}>
      <Row>
        <strong>{zone.name}</strong>
        <StatusBadge tone={zone.ours ? "info" : "new"}>
          {zone.ours ? t("shipping.ours") : t("shipping.theirs")}
        </StatusBadge>
        <Quiet>
          <Countries codes={zone.countries} restOfWorld={zone.restOfWorld} />
        </Quiet>
      </Row>
      {zone.rates.length === 0 ? (
        <span>{t("shipping.noRates")}</span>
      ) : (
        <SimpleTable
          caption={t("shipping.ratesOf", { zone: zone.name })}
          rows={zone.rates.map((rate, position) => ({ ...rate, position }))}
          rowKey={({ position }) => position}
          columns={[
            { id: "name", header: t("shipping.rate"), cell: ({ name }) => name },
            {
              id: "weight",
              header: t("shipping.weight"),
              cell: ({ minGrams, maxGrams }) => weights(minGrams, maxGrams),
            },
            {
              id: "price",
              header: t("shipping.price"),
              align: "right",
              cell: ({ price }) =>
                price ? <Money amount={price.amount} currency={price.currency} /> : t("shipping.byCarrier"),
            },
            {
              id: "state",
              header: t("shipping.state"),
              cell: ({ active }) => (
                <StatusBadge tone={active ? "success" : "new"}>
                  {active ? t("shipping.active") : t("shipping.inactive")}
                </StatusBadge>
              ),
            },
          ]}
        />
      )}
      {zone.more && <Quiet>{t("shipping.more")}</Quiet>}
    </Stack>
  );
}

interface ShopProps {
  store: string;
  connector: string;
  /** What people call the store. */
  name: string;
}

function Rates({ store, connector, name }: ShopProps) {
  const { t } = useTranslation("shopify");
  const zones = useZones(connector);
  const action = zones.page && (
    <Can permission="WRITE_CONNECTOR">
      <ClearRates store={store} shop={name} zones={zones.page.rows} />
    </Can>
  );
  return (
    <Section title={t("shipping.now")} action={action}>
      <LoadedRows rows={zones} none={t("shipping.noZones")}>
        {(rows) => (
          <Stack gap={24}>
            {rows.map((zone) => (
              <ZoneTable key={`${zone.ours} ${zone.name}`} zone={zone} />
            ))}
          </Stack>
        )}
      </LoadedRows>
    </Section>
  );
}

function ShopMarkets({ store, connector, name }: ShopProps) {
  const { t } = useTranslation("shopify");
  const markets = useMarkets(connector);
  const action = markets.page && (
    <Can permission="WRITE_CONNECTOR">
      <MarketButton store={store} shop={name} markets={markets.page.rows} />
    </Can>
  );
  return (
    <Section title={t("markets.title")} action={action}>
      <Markets connector={connector} />
    </Section>
  );
}

/** A store's shop as it is: what was deployed last, its markets, its zones and rates. */
export function ShopNow({ store }: { store: string }) {
  const { t } = useTranslation("shopify");
  const name = useStoreName(store);
  return (
    <Loaded of={useConnection(store)}>
      {(connection) =>
        connection ? (
          <Stack>
            <Section title={t("deployments.title")}>
              <Deployments store={store} shop={name} />
            </Section>
            <ShopMarkets store={store} connector={connection.id} name={name} />
            <Rates store={store} connector={connection.id} name={name} />
          </Stack>
        ) : (
          <Empty
            icon="integrations"
            title={t("shipping.unconnected")}
            action={<Link to={`/admin/store/${store}`}>{t("integration.toStore")}</Link>}
          >
            {t("shipping.unconnectedText")}
          </Empty>
        )
      }
    </Loaded>
  );
}
