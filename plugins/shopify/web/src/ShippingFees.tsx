import {
  Can,
  Empty,
  ErrorView,
  Link,
  Money,
  Page,
  Quiet,
  Row,
  Section,
  SimpleTable,
  SkeletonLines,
  Stack,
  StatusBadge,
  useFormats,
  useOwners,
  usePluginList,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Integration, Rate, Zone } from "./api";
import { useMarkets, useZones } from "./api";
import { ClearRates } from "./ClearRates";
import { Countries } from "./Countries";
import { MarketButton } from "./MarketForm";
import { Markets } from "./Markets";

/** Each connection costs its shop a few calls. */
const CONNECTIONS = { take: 20, skip: 0, search: "", orderBy: [], filters: [] };

/** The weights that a rate is for. */
function Weights({ rate }: { rate: Rate }) {
  const { t } = useTranslation("shopify");
  const { number } = useFormats();
  const { minGrams, maxGrams } = rate;
  if (minGrams === null && maxGrams === null) return t("shipping.anyWeight");
  if (maxGrams === null) return t("shipping.from", { min: number(minGrams ?? 0) });
  return t("shipping.between", { min: number(minGrams ?? 0), max: number(maxGrams) });
}

function ZoneTable({ zone }: { zone: Zone }) {
  const { t } = useTranslation("shopify");
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
            { id: "weight", header: t("shipping.weight"), cell: (rate) => <Weights rate={rate} /> },
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

function Zones({ zones }: { zones: Zone[] }) {
  const { t } = useTranslation("shopify");
  if (zones.length === 0) return <span role="status">{t("shipping.noZones")}</span>;
  return zones.map((zone) => <ZoneTable key={`${zone.ours} ${zone.name}`} zone={zone} />);
}

/** A shop's zones, markets and what may be done with them; one word when it does not answer. */
function ShopShipping({ connector, name }: { connector: string; name: string }) {
  const { t } = useTranslation("shopify");
  const zones = useZones(connector);
  const markets = useMarkets(connector);
  const failure = zones.error ?? markets.error;
  const retry = () => {
    zones.retry();
    markets.retry();
  };
  if (failure) return <ErrorView error={failure} retry={retry} />;
  if (!zones.page || !markets.page) return <SkeletonLines lines={6} />;
  return (
    <Stack gap={24}>
      <Zones zones={zones.page.rows} />
      <Stack gap={8}>
        <strong>{t("markets.title")}</strong>
        <Markets connector={connector} />
      </Stack>
      <Can permission="WRITE_CONNECTOR">
        <Row>
          <MarketButton connector={connector} shop={name} markets={markets.page.rows} />
          <ClearRates connector={connector} shop={name} zones={zones.page.rows} />
        </Row>
      </Can>
    </Stack>
  );
}

function Shop({ row: { connector, shop, adminUrl }, name }: { row: Integration; name: string }) {
  const link = (
    <Link to={`${adminUrl}settings/shipping`} external>
      {shop}
    </Link>
  );
  return (
    <Section title={name} action={link}>
      <ShopShipping connector={connector} name={name} />
    </Section>
  );
}

function Shops({ rows }: { rows: Integration[] }) {
  const { t } = useTranslation("shopify");
  const owners = useOwners(rows);
  if (rows.length === 0) {
    return (
      <Empty icon="integrations" title={t("integration.empty.title")}>
        {t("integration.empty.text")}
      </Empty>
    );
  }
  return (
    <Stack>
      {rows.map((row) => (
        <Shop key={row.connector} row={row} name={owners.get(row.connector)?.storeName ?? row.shop} />
      ))}
    </Stack>
  );
}

/** The shipping zones and rates of the connected shops, as each has them now. */
export default function ShippingFees() {
  const { t } = useTranslation("shopify");
  const { page, error, retry } = usePluginList("/shopify/integration", CONNECTIONS);
  const unshown = page ? page.meta.total - page.rows.length : 0;
  return (
    <Page title={t("shipping.title")}>
      <Stack>
        <Quiet>{t("shipping.text")}</Quiet>
        {error && <ErrorView error={error} retry={retry} />}
        {!error && !page && <SkeletonLines lines={8} />}
        {page && <Shops rows={page.rows} />}
        {unshown > 0 && <Quiet>{t("shipping.unshown", { count: unshown })}</Quiet>}
      </Stack>
    </Page>
  );
}
