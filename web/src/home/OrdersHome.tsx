import {
  Columns,
  cursorOf,
  DateTime,
  Empty,
  Facts,
  Figure,
  Link,
  Loaded,
  Page,
  type Schemas,
  Section,
  SimpleTable,
  useCan,
  useIsStaff,
  useUser,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useAsideCount } from "../aside/api";
import { asidePaths } from "../aside/paths";
import { useOrderSummary } from "../orders/api";
import { OrderStatus } from "../orders/OrderStatus";
import { orderPaths } from "../orders/paths";
import { RecentOrders } from "../orders/RecentOrders";
import { SynchronizeButton } from "../orders/SynchronizeButton";
import { useStatuses } from "../orders/useStatuses";

function ByStatus({ byStatus }: Pick<Schemas["OrderSummary"], "byStatus">) {
  const { t } = useTranslation("home");
  const area = useArea();
  const inLife = Object.keys(useStatuses());
  const place = ({ status }: { status: string }) => inLife.indexOf(status);
  const rows = byStatus.filter(({ count }) => count > 0).sort((a, b) => place(a) - place(b));
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

/** What waits for somebody: leads there. */
function SetAside() {
  const area = useArea();
  const { count, cursor } = useAsideCount();
  if (count === undefined) return null;
  return (
    <Link to={`${asidePaths.list(area)}?cursor=${cursor}`}>
      <Figure value={count} />
    </Link>
  );
}

function Synchronization({ data }: { data: Schemas["OrderSummary"] }) {
  const { t } = useTranslation("home");
  const can = useCan();
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
        can("READ_CONNECTOR")
          ? { label: t("synchronization.allSetAside"), value: <SetAside /> }
          : { label: t("synchronization.setAside"), value: <Figure value={data.setAside} /> },
      ]}
    />
  );
}

/** How the orders stand, for staff over all stores, for a customer over their own. */
export default function OrdersHome() {
  const { t } = useTranslation("home");
  const { displayName } = useUser();
  if (useCan()("READ_ORDER")) return <Orders />;
  return (
    <Page title={t("title")} width="text">
      <Empty icon="home" title={t("nothing.title", { name: displayName })}>
        {t("nothing.text")}
      </Empty>
    </Page>
  );
}

function Orders() {
  const { t } = useTranslation("home");
  const isStaff = useIsStaff();
  const summary = useOrderSummary();
  return (
    <Page title={t("title")} width="text" actions={<SynchronizeButton />}>
      <Columns
        main={
          <Section title={t("orders.recent")}>
            <RecentOrders />
          </Section>
        }
        side={
          <>
            <Section title={t("orders.byStatus")}>
              <Loaded of={summary} lines={6}>
                {({ byStatus }) => <ByStatus byStatus={byStatus} />}
              </Loaded>
            </Section>
            {isStaff && (
              <Section title={t("synchronization.title")}>
                <Loaded of={summary} lines={2}>
                  {(data) => <Synchronization data={data} />}
                </Loaded>
              </Section>
            )}
          </>
        }
      />
    </Page>
  );
}
