import {
  Banner,
  Loaded,
  Money,
  NONE,
  Quiet,
  Row,
  SimpleTable,
  SkeletonLines,
  Stack,
  StatusBadge,
  Tabs,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { DiffState, RateDiff, ShopRatesDiff, useDiff, ZoneDiff } from "./api";
import { Conditions } from "./Conditions";
import { Countries } from "./Countries";

/** What a deployment changes. */
export const CHANGES = ["added", "changed", "removed"] as const;

const LOOK = {
  added: { tone: "success", icon: "add" },
  changed: { tone: "attention", icon: "edit" },
  removed: { tone: "critical", icon: "delete" },
  same: { tone: "new", icon: "check" },
  foreign: { tone: "info", icon: "store" },
} as const;

function State({ of }: { of: DiffState }) {
  const { t } = useTranslation("shopify");
  const words: Record<DiffState, string> = {
    added: t("state.added"),
    changed: t("state.changed"),
    removed: t("state.removed"),
    same: t("state.same"),
    foreign: t("state.foreign"),
  };
  return <StatusBadge {...LOOK[of]}>{words[of]}</StatusBadge>;
}

function Price({ amount, currency }: { amount: string | null; currency: string }) {
  return amount === null ? NONE : <Money amount={amount} currency={currency} />;
}

function Zone({ zone, rates }: { zone: ZoneDiff; rates: RateDiff[] }) {
  const { t } = useTranslation("shopify");
  return (
    <Stack gap={8}>
      <Row>
        <strong>{zone.name}</strong>
        <State of={zone.state} />
        <Quiet>
          <Countries codes={zone.countries} restOfWorld={zone.restOfWorld} />
        </Quiet>
      </Row>
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
              cell: ({ minWeight, maxWeight, minTotal, maxTotal, currency }) => (
                <Conditions
                  weights={[minWeight, maxWeight]}
                  totals={[minTotal, maxTotal]}
                  currency={currency}
                />
              ),
            },
            {
              id: "before",
              header: t("diff.before"),
              align: "right",
              cell: ({ before, currency }) => <Price amount={before} currency={currency} />,
            },
            {
              id: "after",
              header: t("diff.after"),
              align: "right",
              cell: ({ after, currency }) => <Price amount={after} currency={currency} />,
            },
            { id: "state", header: t("shipping.state"), cell: ({ state }) => <State of={state} /> },
          ]}
        />
      )}
    </Stack>
  );
}

function Zones({ zones, states }: { zones: ZoneDiff[]; states: readonly DiffState[] }) {
  const { t } = useTranslation("shopify");
  const shown = zones
    .map((zone) => ({ zone, rates: zone.rates.filter(({ state }) => states.includes(state)) }))
    .filter(
      ({ zone, rates }) => rates.length > 0 || (zone.rates.length === 0 && states.includes(zone.state)),
    );
  if (shown.length === 0) return <span role="status">{t("diff.none")}</span>;
  return (
    <Stack gap={24}>
      {shown.map(({ zone, rates }) => (
        <Zone key={`${zone.state} ${zone.name}`} zone={zone} rates={rates} />
      ))}
    </Stack>
  );
}

/** Countries that stand in zones of the shop's own, which are not touched. */
function Blocked({ blocked }: Pick<ShopRatesDiff, "blocked">) {
  const { t } = useTranslation("shopify");
  const { country } = useFormats();
  const countries = blocked.map(({ countryCode, zone }) =>
    t("diff.blockedCountry", { country: country(countryCode), zone }),
  );
  return (
    <Banner tone="critical" title={t("diff.blocked")}>
      {countries.join(", ")}. {t("diff.blockedText")}
    </Banner>
  );
}

function Diff({ diff: { zones, counts, blocked } }: { diff: ShopRatesDiff }) {
  const { t } = useTranslation("shopify");
  const one = (state: DiffState, label: string) => ({
    id: state,
    label,
    count: counts[state],
    content: <Zones zones={zones} states={[state]} />,
  });
  return (
    <Stack>
      {blocked.length > 0 && <Blocked blocked={blocked} />}
      <Tabs
        label={t("diff.title")}
        name="rates"
        tabs={[
          {
            id: "changes",
            label: t("diff.changes"),
            count: CHANGES.reduce((sum, state) => sum + counts[state], 0),
            content: <Zones zones={zones} states={CHANGES} />,
          },
          one("added", t("diff.added")),
          one("changed", t("diff.changed")),
          one("removed", t("diff.removed")),
          one("same", t("diff.same")),
          one("foreign", t("diff.foreign")),
        ]}
      />
    </Stack>
  );
}

/** What the shop has now beside what it will have. */
export function SummaryStep({ diff }: { diff: ReturnType<typeof useDiff> }) {
  const { t } = useTranslation("shopify");
  if (diff.isRefreshing || diff.isLoading)
    return (
      <Stack>
        <span role="status">{t("diff.asking")}</span>
        <SkeletonLines lines={8} />
      </Stack>
    );
  return <Loaded of={diff}>{(data) => <Diff diff={data} />}</Loaded>;
}
