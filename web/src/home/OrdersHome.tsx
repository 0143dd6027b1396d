import {
  Can,
  Columns,
  cursorOf,
  DateTime,
  Empty,
  ErrorView,
  Facts,
  Figure,
  Link,
  Page,
  Section,
  SimpleTable,
  SkeletonLines,
  useCan,
  useUser,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useOrderSummary } from "../orders/api";
import { OrderStatus } from "../orders/OrderStatus";
import { orderPaths } from "../orders/paths";
import { RecentOrders } from "../orders/RecentOrders";
import { SynchronizeButton } from "../orders/SynchronizeButton";
import { useStatuses } from "../orders/useStatuses";

function ByStatus() {
  const { t } = useTranslation("home");
  const area = useArea();
  const inLife = Object.keys(useStatuses());
  const { data, error, mutate } = useOrderSummary();
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  if (!data) return <SkeletonLines lines={6} />;
  const place = ({ status }: { status: string }) => inLife.indexOf(status);
  const rows = data.byStatus.filter(({ count }) => count > 0).sort((a, b) => place(a) - place(b));
  if (rows.length === 0) return <Empty icon="orders" title={t("orders.none")} />;
  return (
    <SimpleTable
      caption={t("orders.byStatus")}
      rows={rows}
      rowKey={(row) => row.status}
      columns={[
        { id: "status", header: t("orders.status"), cell: (row) => <OrderStatus status={row.status} /> },
        {
          id: "count",
          header: t("orders.count"),
          align: "right",
          cell: ({ status, count }) => (
            <Link
              to={`${orderPaths.list(area)}?cursor=${cursorOf({ filters: [{ field: "status", values: [status] }] })}`}
            >
              <Figure value={count} />
            </Link>
          ),
        },
      ]}
    />
  );
}

function Synchronization() {
  const { t } = useTranslation("home");
  const { data } = useOrderSummary();
  if (!data) return <SkeletonLines lines={2} />;
  return (
    <Facts
      facts={[
        {
          label: t("synchronization.last"),
          value: data.lastSynchronizedAt ? (
            <DateTime at={data.lastSynchronizedAt} />
          ) : (
            t("synchronization.never")
          ),
        },
        { label: t("synchronization.setAside"), value: <Figure value={data.setAside} /> },
      ]}
    />
  );
}

/** How the orders stand, for staff over all stores, for a customer over their own. */
export default function OrdersHome() {
  const { t } = useTranslation("home");
  const { role, displayName } = useUser();
  const can = useCan();
  if (!can("READ_ORDER")) {
    return (
      <Page title={t("title")} width="text">
        <Empty icon="home" title={t("nothing.title", { name: displayName })}>
          {t("nothing.text")}
        </Empty>
      </Page>
    );
  }
  const isAdmin = role === "admin";
  return (
    <Page
      title={t("title")}
      width="text"
      actions={isAdmin && <Can permission="WRITE_ORDER">{<SynchronizeButton />}</Can>}
    >
      <Columns
        main={
          <Section title={t("orders.recent")}>
            <RecentOrders />
          </Section>
        }
        side={
          <>
            <Section title={t("orders.byStatus")}>
              <ByStatus />
            </Section>
            {isAdmin && (
              <Section title={t("synchronization.title")}>
                <Synchronization />
              </Section>
            )}
          </>
        }
      />
    </Page>
  );
}
