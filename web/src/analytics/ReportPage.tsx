import {
  Chart,
  Columns,
  Country,
  cursorOf,
  Empty,
  Facts,
  Figure,
  Link,
  Loaded,
  Money,
  NONE,
  Page,
  Quiet,
  Section,
  SimpleTable,
  Stack,
  Stat,
  Tiles,
  Trend,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { OrderStatus } from "../orders/OrderStatus";
import { orderPaths } from "../orders/paths";
import { Pictured } from "../products/Picture";
import { productPaths } from "../products/paths";
import { SpanFilters } from "../spans/SpanFilters";
import { useAsked } from "../spans/useAsked";
import type { Asked } from "../spans/values";
import { type Report, type Sales, useBestProducts, useReport, useSales } from "./api";
import { Counted } from "./Counted";
import { useDayAxis } from "./useDayAxis";
import { type Compared, compared, SPANS } from "./values";

/** What the days come to, beside the days before. */
function Summary({ sales: { current, previous, lastYear } }: { sales: Sales }) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  const trend = (
    value: string | number,
    before: string | number,
    year: string,
    good: "up" | "down" | "none",
  ) => (
    <Stack gap={4}>
      <Trend value={value} before={before} period={t("trend.before")} good={good} />
      <Quiet>{t("trend.lastYear", { value: year })}</Quiet>
    </Stack>
  );
  return (
    <Tiles minWidth={230}>
      <Stat label={t("figure.orders")} value={<Figure value={current.commerceOrders} />}>
        {trend(current.commerceOrders, previous.commerceOrders, number(lastYear.commerceOrders), "up")}
      </Stat>
      <Stat label={t("figure.totalSales")} value={<Money amount={current.totalSales} />}>
        {trend(current.totalSales, previous.totalSales, money(lastYear.totalSales), "up")}
      </Stat>
      <Stat label={t("figure.tickets")} value={<Figure value={current.tickets} />}>
        {trend(current.tickets, previous.tickets, number(lastYear.tickets), "down")}
      </Stat>
      <Stat label={t("figure.fees")} value={<Money amount={current.fees} />}>
        {trend(current.fees, previous.fees, money(lastYear.fees), "none")}
      </Stat>
    </Tiles>
  );
}

/** Sales by time, beside those of the days before. */
function Over({ sales }: { sales: Sales }) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  const rows = compared(sales.points, sales.previousPoints);
  const axis = useDayAxis(
    t(`step.${sales.step}`),
    rows.map(({ point }) => point.day),
  );
  const x = { label: axis.label, value: ({ point }: Compared) => axis.text(point.day) };
  if (rows.length === 0) return <Empty icon="analytics" title={t("over.none")} />;
  return (
    <Stack gap={24}>
      <Chart<Compared>
        title={t("over.sales")}
        kind="line"
        rows={rows}
        x={x}
        series={[
          { id: "now", label: t("over.now"), value: ({ point }) => point.netSales },
          { id: "before", label: t("over.before"), value: ({ before }) => before?.netSales ?? null },
        ]}
        unit="€"
        format={(value) => money(String(value))}
      />
      <Chart<Compared>
        title={t("over.orders")}
        kind="stacked"
        rows={rows}
        x={x}
        series={[
          { id: "commerce", label: t("orders.commerce"), value: ({ point }) => point.commerceOrders },
          { id: "seeding", label: t("orders.seeding"), value: ({ point }) => point.seedingOrders },
        ]}
        unit={t("over.unit")}
        format={(value) => number(Number(value))}
      />
    </Stack>
  );
}

function SalesPart({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analytics");
  return (
    <Loaded of={useSales(asked)} lines={12}>
      {(sales) => (
        <>
          <Counted asked={asked} at={sales.countedAt} />
          <Summary sales={sales} />
          {sales.current.foreignOrders > 0 && (
            <Quiet>{t("foreign", { count: sales.current.foreignOrders })}</Quiet>
          )}
          <Section title={t("over.title")}>
            <Over sales={sales} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

/** Orders by how they stand; each leads to those of the days. */
function Statuses({
  report,
  asked: { from, to, organizationId, storeId },
}: {
  report: Report;
  asked: Asked;
}) {
  const { t } = useTranslation("analytics");
  const area = useArea();
  // The list knows stores, not whose they are.
  const mayOpen = useCan()("READ_ORDER") && (storeId !== null || organizationId === null);
  const listOf = (status: string) => {
    const filters = [
      { field: "status", values: [status] },
      { field: "submittedAt", from, to },
      ...(storeId ? [{ field: "storeId", values: [storeId] }] : []),
    ];
    return `${orderPaths.list(area)}?cursor=${cursorOf({ filters })}`;
  };
  return (
    <SimpleTable
      caption={t("orders.byStatus")}
      rows={report.orders.statuses}
      rowKey={({ status }) => status}
      columns={[
        { id: "status", header: t("orders.status"), cell: ({ status }) => <OrderStatus status={status} /> },
        {
          id: "orders",
          header: t("figure.orders"),
          align: "right",
          cell: ({ status, orders }) =>
            mayOpen ? (
              <Link to={listOf(status)}>
                <Figure value={orders} />
              </Link>
            ) : (
              <Figure value={orders} />
            ),
        },
      ]}
    />
  );
}

function Countries({ report }: { report: Report }) {
  const { t } = useTranslation("analytics");
  return (
    <SimpleTable
      caption={t("countries.title")}
      rows={report.sales.countries}
      rowKey={({ countryCode }) => countryCode}
      columns={[
        {
          id: "country",
          header: t("countries.country"),
          cell: ({ countryCode }) => (countryCode ? <Country code={countryCode} /> : t("countries.unknown")),
        },
        {
          id: "orders",
          header: t("figure.orders"),
          align: "right",
          cell: ({ orders }) => <Figure value={orders} />,
        },
        {
          id: "articles",
          header: t("figure.articles"),
          align: "right",
          cell: ({ articles }) => <Figure value={articles} />,
        },
        {
          id: "net",
          header: t("figure.netSales"),
          align: "right",
          cell: ({ netSales }) => <Money amount={netSales} />,
        },
      ]}
    />
  );
}

function ReportPart({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analytics");
  const { number } = useFormats();
  return (
    <Loaded of={useReport(asked)} lines={12}>
      {(report) => {
        const { orders, overall, tickets, inventory } = report;
        const figure = (value: number) => <Figure value={value} />;
        const hours = orders.logisticHours;
        return (
          <>
            <Columns
              main={
                <Section title={t("orders.title")}>
                  <Stack gap={12}>
                    <Facts
                      facts={[
                        { label: t("orders.commerce"), value: figure(orders.total.commerce) },
                        { label: t("orders.seeding"), value: figure(orders.total.seeding) },
                        { label: t("orders.delivered"), value: figure(overall.delivered.articles) },
                        {
                          label: t("orders.hours"),
                          value:
                            hours === null ? NONE : t("orders.hoursValue", { hours: number(hours ?? 0) }),
                        },
                      ]}
                    />
                    <Quiet>{t("orders.hoursText")}</Quiet>
                    <Statuses report={report} asked={asked} />
                  </Stack>
                </Section>
              }
              side={
                <>
                  <Section title={t("inventory.title")}>
                    <Facts
                      facts={[
                        { label: t("inventory.unique"), value: figure(inventory.uniqueProductCount) },
                        { label: t("inventory.units"), value: figure(inventory.productInWarehouse) },
                        { label: t("inventory.shipments"), value: figure(inventory.inbound.shipment) },
                        { label: t("inventory.expected"), value: figure(inventory.inbound.product) },
                      ]}
                    />
                  </Section>
                  <Section title={t("tickets.title")}>
                    <Facts
                      facts={[
                        { label: t("tickets.count"), value: figure(tickets.count) },
                        { label: t("tickets.volume"), value: figure(tickets.volume) },
                        { label: t("tickets.average"), value: figure(Number(tickets.average)) },
                      ]}
                    />
                  </Section>
                </>
              }
            />
            <Section title={t("countries.title")}>
              {report.sales.countries.length === 0 ? (
                <Quiet>{t("over.none")}</Quiet>
              ) : (
                <Countries report={report} />
              )}
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}

function BestProducts({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analytics");
  const area = useArea();
  const mayOpen = useCan()("READ_PRODUCT");
  return (
    <Section title={t("products.title")}>
      <Loaded of={useBestProducts(asked)} lines={5}>
        {(products) =>
          products.length === 0 ? (
            <Quiet>{t("products.none")}</Quiet>
          ) : (
            <SimpleTable
              caption={t("products.title")}
              rows={products}
              rowKey={({ storeId, sku }) => `${storeId} ${sku}`}
              columns={[
                {
                  id: "product",
                  header: t("products.product"),
                  cell: ({ productId, name, image }) => {
                    const shown = <Pictured src={image} name={name} />;
                    return productId && mayOpen ? (
                      <Link to={productPaths.detail(area, productId)}>{shown}</Link>
                    ) : (
                      shown
                    );
                  },
                },
                { id: "sku", header: t("products.sku"), cell: ({ sku }) => sku },
                { id: "store", header: t("products.store"), cell: ({ storeName }) => storeName },
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
                  cell: ({ netSale }) => <Money amount={netSale} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

/** Orders, sales, countries, stock, tickets and best products of some days. */
export default function ReportPage() {
  const { t } = useTranslation("analytics");
  const { form, asked } = useAsked(SPANS);
  return (
    <Page title={t("report.title")}>
      <Stack>
        <Quiet>{t("report.text")}</Quiet>
        <SpanFilters form={form} spans={SPANS} />
        {asked && (
          <>
            <SalesPart asked={asked} />
            <ReportPart asked={asked} />
            <BestProducts asked={asked} />
          </>
        )}
      </Stack>
    </Page>
  );
}
