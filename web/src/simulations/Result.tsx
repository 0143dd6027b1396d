import {
  Banner,
  Button,
  Chart,
  Figure,
  Link,
  Money,
  OnScreen,
  Section,
  SimpleTable,
  Stat,
  saveCsv,
  Tabs,
  Tiles,
  Trend,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { orderPaths } from "../orders/paths";
import { storePaths } from "../stores/paths";
import type { SimulatedOrder, SimulationGroup, SimulationResult } from "./api";

const AMOUNTS = ["cost", "revenue", "margin"] as const;
type Amount = (typeof AMOUNTS)[number];

/** What is welcome: a parcel that costs less, a store that brings more. */
const GOOD = { cost: "down", revenue: "up", margin: "up" } as const;

function Totals({ result: { before, after } }: { result: SimulationResult }) {
  const { t } = useTranslation("simulations");
  const quoted = (side: SimulationResult["before"]) => side.orders - side.unquoted;
  return (
    <Tiles minWidth={220}>
      {AMOUNTS.map((amount) => (
        <Stat key={amount} label={t(`amount.${amount}`)} value={<Money amount={after[amount]} />}>
          <Trend value={after[amount]} before={before[amount]} period={t("present")} good={GOOD[amount]} />
        </Stat>
      ))}
      <Stat label={t("quoted")} value={<Figure value={quoted(after)} />}>
        <Trend value={quoted(after)} before={quoted(before)} period={t("present")} />
      </Stat>
    </Tiles>
  );
}

/** What the figures do not hold, or only as far as one knows. */
function Limits({ result }: { result: SimulationResult }) {
  const { t } = useTranslation("simulations");
  const { number } = useFormats();
  const { before, after, assumed, unweighed } = result;
  const unquoted = Math.max(before.unquoted, after.unquoted);
  const limits = [
    unquoted > 0 && t("limits.unquoted", { before: number(before.unquoted), after: number(after.unquoted) }),
    assumed > 0 && t("limits.assumed", { count: assumed, shown: number(assumed) }),
    unweighed > 0 && t("limits.unweighed", { count: unweighed, shown: number(unweighed) }),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return null;
  return (
    <Banner tone="warning" title={t("limits.title")}>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </Banner>
  );
}

interface GroupsProps {
  title: string;
  /** What the groups are, and what one is called. */
  label: string;
  nameOf: (group: SimulationGroup) => string;
  groups: SimulationGroup[];
}

/** One figure of each group before and after, as plot, table and file. */
function Groups({ title, label, nameOf, groups }: GroupsProps) {
  const { t } = useTranslation("simulations");
  const { money } = useFormats();
  const chart = (amount: Amount) => (
    <Chart
      title={`${title} · ${t(`amount.${amount}`)}`}
      kind="bar"
      rows={groups}
      x={{ label, value: nameOf }}
      series={[
        { id: "before", label: t("before"), value: ({ before }) => before[amount] },
        { id: "after", label: t("after"), value: ({ after }) => after[amount] },
      ]}
      unit="€"
      format={(value) => money(String(value))}
    />
  );
  return (
    <Tabs
      label={t("amounts")}
      name="amount"
      tabs={AMOUNTS.map((amount) => ({
        id: amount,
        label: t(`amount.${amount}`),
        content: chart(amount),
      }))}
    />
  );
}

/** A band's bounds in grams, `500-1000`, in kilograms. */
function useBandName() {
  const { t } = useTranslation("simulations");
  const { number } = useFormats();
  return (key: string) => {
    const [min, max] = key.split("-").map((grams) => number(Number(grams) / 1_000));
    return t("band", { min, max });
  };
}

function Breakdown({ result }: { result: SimulationResult }) {
  const { t } = useTranslation("simulations");
  const { country } = useFormats();
  const bandName = useBandName();
  const kinds = [
    { id: "carriers", groups: result.carriers, nameOf: ({ name }: SimulationGroup) => name },
    { id: "countries", groups: result.countries, nameOf: ({ key }: SimulationGroup) => country(key) },
    { id: "bands", groups: result.bands, nameOf: ({ key }: SimulationGroup) => key && bandName(key) },
    { id: "stores", groups: result.stores, nameOf: ({ name }: SimulationGroup) => name },
  ] as const;
  return (
    <Section title={t("breakdown.title")}>
      <Tabs
        label={t("breakdown.title")}
        name="by"
        tabs={kinds.map(({ id, groups, nameOf }) => ({
          id,
          label: t(`breakdown.${id}`),
          count: groups.length,
          content: (
            <Groups
              title={t(`breakdown.${id}`)}
              label={t(`breakdown.one.${id}`)}
              groups={groups}
              nameOf={(group) => nameOf(group) || t(`breakdown.none.${id}`)}
            />
          ),
        }))}
      />
    </Section>
  );
}

/** By how many euros an order's cost changes, exactly. */
const differenceOf = ({ before, after }: SimulatedOrder) =>
  (Number(after.cost) - Number(before.cost)).toFixed(2);

/** Hands the orders over as a file, a line an order. */
function useDownload(orders: SimulatedOrder[]) {
  const { t, i18n } = useTranslation("simulations");
  return () => {
    const head = [
      t("orders.reference"),
      t("orders.store"),
      t("orders.cost.before"),
      t("orders.cost.after"),
      t("orders.difference"),
      t("orders.revenue.before"),
      t("orders.revenue.after"),
    ];
    const lines = orders.map((order) => [
      order.reference,
      order.storeName,
      order.before.cost,
      order.after.cost,
      differenceOf(order),
      order.before.revenue,
      order.after.revenue,
    ]);
    saveCsv(t("orders.title"), [head, ...lines], i18n.resolvedLanguage ?? "fr");
  };
}

function MostChanged({ orders }: { orders: SimulatedOrder[] }) {
  const { t } = useTranslation("simulations");
  const { money } = useFormats();
  const area = useArea();
  const mayOpen = useMayOpen();
  const linked = (to: string, name: string) => (mayOpen(to) ? <Link to={to}>{name}</Link> : name);
  const download = useDownload(orders);
  const difference = (order: SimulatedOrder) => {
    const amount = differenceOf(order);
    return `${Number(amount) > 0 ? "+" : ""}${money(amount)}`;
  };
  const amount = (side: "before" | "after", of: "cost" | "revenue") => ({
    id: `${of}-${side}`,
    header: t(`orders.${of}.${side}`),
    align: "right" as const,
    cell: (order: SimulatedOrder) => <Money amount={order[side][of]} />,
  });
  return (
    <Section
      title={t("orders.title")}
      action={
        orders.length > 0 && (
          <OnScreen>
            <Button icon="download" onClick={download}>
              {t("orders.download")}
            </Button>
          </OnScreen>
        )
      }
    >
      {orders.length === 0 ? (
        <p>{t("orders.none")}</p>
      ) : (
        <SimpleTable
          caption={t("orders.title")}
          rows={orders}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "reference",
              header: t("orders.reference"),
              cell: ({ id, reference }) => linked(orderPaths.detail(area, id), reference),
            },
            {
              id: "store",
              header: t("orders.store"),
              cell: ({ storeId, storeName }) => linked(storePaths.detail(area, storeId), storeName),
            },
            amount("before", "cost"),
            amount("after", "cost"),
            { id: "difference", header: t("orders.difference"), align: "right", cell: difference },
            amount("before", "revenue"),
            amount("after", "revenue"),
          ]}
        />
      )}
    </Section>
  );
}

/** Both sides of a simulation that has completed. */
export function Result({ result }: { result: SimulationResult }) {
  return (
    <>
      <Totals result={result} />
      <Limits result={result} />
      <Breakdown result={result} />
      <MostChanged orders={result.orders} />
    </>
  );
}
