import { Hint } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Meaning } from "./Meaning";

type At = string | null | undefined;

/** Where figures come from. */
function useSources() {
  const { t } = useTranslation("analytics");
  return {
    orders: t("source.orders"),
    tickets: t("source.tickets"),
    fees: t("source.fees"),
    stock: t("source.stock"),
    inbound: t("source.inbound"),
  };
}

type Sources = ReturnType<typeof useSources>;
/** What is read as it is now; all else is counted. */
const NOW: (keyof Sources)[] = ["stock", "inbound"];

interface DefinitionProps {
  label: string;
  text: string;
  source: keyof Sources;
  at: At;
}

/** What a figure is on demand: what counts, where it comes from and up to when it does. */
function Definition({ label, text, source, at }: DefinitionProps) {
  const sources = useSources();
  return (
    <Hint of={label}>
      <Meaning text={text} source={sources[source]} isNow={NOW.includes(source)} at={at} />
    </Hint>
  );
}

/** Makes what a figure is called, and what it is, as `Stat` and `Facts` take them. */
const figuresAt = (at: At) => (label: string, text: string, source: keyof Sources) => ({
  label,
  hint: <Definition {...{ label, text, source, at }} />,
});

/**
 * The figures of a report.
 *
 * @param at up to when changes are counted
 */
export function useFigures(at: At) {
  const { t } = useTranslation(["analytics", "goals"]);
  const figure = figuresAt(at);
  return {
    goal: figure(t("goals:title"), t("goals:definition"), "orders"),
    orders: figure(t("figure.orders"), t("definition.orders"), "orders"),
    totalSales: figure(t("figure.totalSales"), t("definition.totalSales"), "orders"),
    tickets: figure(t("figure.tickets"), t("definition.tickets"), "tickets"),
    fees: figure(t("figure.fees"), t("definition.fees"), "fees"),
    netSales: figure(t("over.sales"), t("definition.netSales"), "orders"),
    placed: figure(t("over.orders"), t("definition.placed"), "orders"),
    sold: figure(t("orders.commerce"), t("definition.orders"), "orders"),
    seeding: figure(t("orders.seeding"), t("definition.seeding"), "orders"),
    delivered: figure(t("orders.delivered"), t("definition.delivered"), "orders"),
    hours: figure(t("orders.hours"), t("definition.hours"), "orders"),
    statuses: figure(t("orders.byStatus"), t("definition.statuses"), "orders"),
    countries: figure(t("countries.title"), t("definition.countries"), "orders"),
    products: figure(t("products.title"), t("definition.products"), "orders"),
    opened: figure(t("tickets.count"), t("definition.tickets"), "tickets"),
    answers: figure(t("tickets.volume"), t("definition.answers"), "tickets"),
    average: figure(t("tickets.average"), t("definition.average"), "tickets"),
    unique: figure(t("inventory.unique"), t("definition.unique"), "stock"),
    inWarehouse: figure(t("inventory.units"), t("definition.inWarehouse"), "stock"),
    shipments: figure(t("inventory.shipments"), t("definition.shipments"), "inbound"),
    expected: figure(t("inventory.expected"), t("definition.expected"), "inbound"),
  };
}

/** The figures of an audit, which are of the records that charts count alone. */
export function useAuditFigures(at: At) {
  const { t } = useTranslation("analytics");
  const figure = figuresAt(at);
  return {
    units: figure(t("audit.units"), t("audit.definition.units"), "orders"),
    netSales: figure(t("figure.netSales"), t("audit.definition.netSales"), "orders"),
    weeks: figure(t("audit.weekly"), t("audit.definition.weeks"), "orders"),
    records: figure(t("audit.records"), t("audit.definition.records"), "orders"),
    countries: figure(t("countries.title"), t("audit.definition.countries"), "orders"),
    unique: figure(t("inventory.unique"), t("audit.definition.unique"), "stock"),
    inWarehouse: figure(t("inventory.units"), t("audit.definition.inWarehouse"), "stock"),
    expected: figure(t("inventory.expected"), t("audit.definition.expected"), "inbound"),
  };
}
