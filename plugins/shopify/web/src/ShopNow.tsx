import {
  Can,
  Disclosure,
  Empty,
  Link,
  Loaded,
  Money,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Zone } from "./api";
import { useConnection, useMarkets, useStoreName, useZoneRates, useZones } from "./api";
import { ClearRates } from "./ClearRates";
import { Conditions } from "./Conditions";
import { Countries } from "./Countries";
import { Deployments } from "./Deployments";
import { LoadedRows } from "./LoadedRows";
import { MarketButton } from "./MarketForm";
import { Markets } from "./Markets";

function ZoneRates({ connector, zone }: { connector: string; zone: Zone }) {
  const { t } = useTranslation("shopify");
  return (
    <Loaded of={useZoneRates(connector, zone)} lines={2}>
      {({ rates, more }) => (
        <>
          {rates.length === 0 ? (
            <span>{t("shipping.noRates")}</span>
          ) : (
            <SimpleTable
              caption={t("shipping.ratesOf", { zone: zone.name })}
              rows={rates.map((rate, position) => ({ ...rate, position }))}
              rowKey={({ position }) => position}
              columns={[
                { id: "name", header: t("shipping.rate"), cell: ({ name }) => name },
                {
                  id: "conditions",
                  header: t("shipping.conditions"),
                  cell: ({ minGrams, maxGrams, minTotal, maxTotal }) => (
                    <Conditions
                      weights={[minGrams, maxGrams]}
                      totals={[minTotal?.amount ?? null, maxTotal?.amount ?? null]}
                      currency={(minTotal ?? maxTotal)?.currency ?? "EUR"}
                    />
                  ),
                },
                {
                  id: "price",
                  header: t("shipping.price"),
                  align: "right",
                  cell: ({ price }) =>
                    price ? (
                      <Money amount={price.amount} currency={price.currency} />
                    ) : (
                      t("shipping.byCarrier")
                    ),
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
          {more && <Quiet>{t("shipping.more")}</Quiet>}
        </>
      )}
    </Loaded>
  );
}

function ZoneCard({ connector, zone }: { connector: string; zone: Zone }) {
  const { t } = useTranslation("shopify");
  const label = (
    <>
      {zone.name}
      <StatusBadge tone={zone.ours ? "info" : "new"}>
        {zone.ours ? t("shipping.ours") : t("shipping.theirs")}
      </StatusBadge>
    </>
  );
  return (
    <Disclosure label={label} hint={<Countries codes={zone.countries} restOfWorld={zone.restOfWorld} />}>
      <ZoneRates connector={connector} zone={zone} />
    </Disclosure>
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
          <Stack gap={8}>
            {rows.map((zone) => (
              <ZoneCard key={zone.place.zone} connector={connector} zone={zone} />
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
