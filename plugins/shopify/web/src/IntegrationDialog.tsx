import {
  Can,
  CopyId,
  DateTime,
  Dialog,
  Figure,
  Link,
  type Owner,
  Row,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
  WebhookButtons,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Integration } from "./api";
import { useWebhooks } from "./api";
import { LoadedRows } from "./LoadedRows";
import { Markets } from "./Markets";
import { usePullName } from "./useLabels";

function Pulls({ row }: { row: Integration }) {
  const { t } = useTranslation("shopify");
  const name = usePullName();
  if (row.pulls.length === 0) return <span role="status">{t("pull.none")}</span>;
  return (
    <SimpleTable
      caption={t("pull.title")}
      rows={row.pulls}
      rowKey={(pull) => pull.name}
      columns={[
        { id: "name", header: t("pull.name"), cell: (pull) => name(pull.name) },
        { id: "at", header: t("pull.at"), cell: (pull) => <DateTime at={pull.at} /> },
        {
          id: "kind",
          header: t("pull.kind"),
          cell: (pull) => (pull.whole ? t("pull.whole") : t("pull.changed")),
        },
        {
          id: "items",
          header: t("pull.items"),
          align: "right",
          cell: (pull) => <Figure value={pull.items} />,
        },
        {
          id: "rejected",
          header: t("pull.rejected"),
          align: "right",
          cell: (pull) => <Figure value={pull.rejected} />,
        },
        {
          id: "state",
          header: t("pull.state"),
          cell: (pull) => (
            <StatusBadge tone={pull.done ? "success" : "info"}>
              {pull.done ? t("pull.done") : t("pull.underWay")}
            </StatusBadge>
          ),
        },
      ]}
    />
  );
}

function Webhooks({ connector }: { connector: string }) {
  const { t } = useTranslation("shopify");
  return (
    <LoadedRows rows={useWebhooks(connector)} none={t("webhooks.none")}>
      {(rows) => (
        <SimpleTable
          caption={t("webhooks.title")}
          rows={rows}
          rowKey={({ topic, address }) => `${topic} ${address}`}
          columns={[
            { id: "topic", header: t("webhooks.topic"), cell: ({ topic }) => topic },
            {
              id: "address",
              header: t("webhooks.address"),
              cell: ({ address }) => <CopyId value={address} />,
            },
          ]}
        />
      )}
    </LoadedRows>
  );
}

function Events({ row }: { row: Integration }) {
  const { t } = useTranslation("shopify");
  if (row.events.length === 0) return <span role="status">{t("events.none")}</span>;
  return (
    <SimpleTable
      caption={t("events.title")}
      rows={row.events.map((event, position) => ({ ...event, position }))}
      rowKey={({ position }) => position}
      columns={[
        { id: "topic", header: t("webhooks.topic"), cell: ({ topic }) => topic },
        { id: "at", header: t("events.at"), cell: ({ at }) => <DateTime at={at} /> },
      ]}
    />
  );
}

interface IntegrationDialogProps {
  row: Integration;
  /** None while nobody has told yet. */
  owner: Owner | undefined;
  onClose: () => void;
}

/** One connected shop: its last pulls, webhooks, markets and events. */
export function IntegrationDialog({ row, owner, onClose }: IntegrationDialogProps) {
  const { t } = useTranslation("shopify");
  const buttons = owner && (
    <Can permission="WRITE_CONNECTOR">
      <Row>
        <WebhookButtons stores={{ ids: [owner.storeId] }} />
      </Row>
    </Can>
  );
  return (
    <Dialog title={owner?.storeName ?? row.shop} open onClose={onClose} wide>
      <Stack>
        <Row>
          <Link to={row.adminUrl} external>
            {row.shop}
          </Link>
          {owner && <Link to={`/admin/store/${owner.storeId}`}>{t("integration.toStore")}</Link>}
          <Link to={`/admin/shopify/shipping-fee${owner ? `?store=${owner.storeId}` : ""}`}>
            {t("integration.toShipping")}
          </Link>
        </Row>
        <Section title={t("pull.title")}>
          <Pulls row={row} />
        </Section>
        <Section title={t("webhooks.title")} action={buttons}>
          <Webhooks connector={row.connector} />
        </Section>
        <Section title={t("markets.title")}>
          <Markets connector={row.connector} />
        </Section>
        <Section title={t("events.title")}>
          <Events row={row} />
        </Section>
      </Stack>
    </Dialog>
  );
}
