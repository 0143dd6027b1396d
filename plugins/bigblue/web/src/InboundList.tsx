import {
  Button,
  Can,
  type Column,
  CopyId,
  client,
  DateTime,
  Figure,
  ListPage,
  Meter,
  NONE,
  refresh,
  unwrap,
  useAct,
  useList,
  useListState,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { InboundStatus } from "./InboundStatus";
import type { Shipment } from "./inbound";
import { paths } from "./paths";

/** Asks Bigblue for its shipments now. */
function Synchronize() {
  const { t } = useTranslation("bigblue");
  const [start, busy] = useAct(() => ({
    run: () => unwrap(client.POST("/inbound-shipment/synchronize", { body: {} })),
    failed: t("inbound.synchronizeFailed"),
    done: t("inbound.synchronizing"),
    after: () => void refresh("bigblue/inbound-shipment"),
  }));
  return (
    <Button icon="synchronize" busy={busy} onClick={() => void start()}>
      {t("inbound.synchronize")}
    </Button>
  );
}

/** Goods on their way to Bigblue's warehouses. */
export default function InboundList() {
  const { t } = useTranslation("bigblue");
  const state = useListState({ field: "expectedAt", direction: "desc" });
  const columns = useMemo<Column<Shipment>[]>(
    () => [
      {
        id: "providerId",
        header: t("inbound.id"),
        cell: (row) => <CopyId value={row.providerId} />,
        card: "fact",
      },
      { id: "name", header: t("inbound.name"), cell: ({ name }) => name || NONE, card: "title" },
      { id: "carrier", header: t("inbound.carrier"), cell: ({ carrier }) => carrier || NONE },
      {
        id: "status",
        header: t("inbound.statusLabel"),
        cell: ({ status }) => <InboundStatus status={status} />,
        card: "mark",
      },
      {
        id: "organizations",
        header: t("inbound.organizations"),
        cell: ({ organizations }) => organizations.map(({ name }) => name).join(", ") || NONE,
      },
      {
        id: "expectedUnits",
        header: t("inbound.expected"),
        align: "right",
        cell: (row) => <Figure value={row.expectedUnits} />,
      },
      {
        id: "progress",
        header: t("inbound.progress"),
        align: "right",
        cell: ({ progress }) => <Meter label={t("inbound.progress")} percent={progress} />,
        card: "fact",
      },
      {
        id: "expectedAt",
        header: t("inbound.expectedAt"),
        cell: ({ expectedAt }) => <DateTime at={expectedAt} relative={false} />,
        align: "right",
        sortable: true,
      },
    ],
    [t],
  );
  return (
    <ListPage
      title={t("inbound.title")}
      actions={
        <Can permission="WRITE_CONNECTOR">
          <Synchronize />
        </Can>
      }
      state={state}
      rows={useList("/bigblue/inbound-shipment", state.cursor)}
      columns={columns}
      rowLabel={({ name, providerId }) => name || providerId}
      rowTo={({ id }) => paths.shipment(id)}
      searchLabel={t("inbound.search")}
      empty={{ icon: "shipped", title: t("inbound.empty.title"), text: t("inbound.empty.text") }}
    />
  );
}
