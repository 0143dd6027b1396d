import {
  type Column,
  DataTable,
  DateTime,
  Empty,
  type Schemas,
  StatusBadge,
  type Tone,
  useList,
  useListState,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { MailDialog } from "./MailDialog";

type Mail = Schemas["Mail"];

const rowKey = (mail: Mail) => mail.id;
/** Rows a page of lists that are here as a whole. */
const TAKE = 10;

function MailStatus({ status }: { status: Mail["status"] }) {
  const { t } = useTranslation("developer");
  const looks: Record<string, { label: string; tone: Tone }> = {
    queued: { label: t("outbox.queued"), tone: "info" },
    sent: { label: t("outbox.sent"), tone: "success" },
    failed: { label: t("outbox.failed"), tone: "critical" },
    kept: { label: t("outbox.kept"), tone: "new" },
  };
  const look = looks[status] ?? { label: status, tone: "new" as const };
  return <StatusBadge tone={look.tone}>{look.label}</StatusBadge>;
}

/** The mails that were written. Without a mail server they stay here, and are read here. */
export function MailList() {
  const { t } = useTranslation("developer");
  const [opened, setOpened] = useState<string | null>(null);
  const state = useListState({ field: "createdAt", direction: "desc" }, { take: TAKE });
  const columns = useMemo<Column<Mail, "mails">[]>(
    () => [
      {
        id: "subject",
        header: t("outbox.subject"),
        cell: (mail) => mail.subject,
        card: "title",
      },
      { id: "to", header: t("outbox.to"), cell: (mail) => mail.to, card: "fact" },
      {
        id: "status",
        header: t("outbox.status"),
        cell: (mail) => <MailStatus status={mail.status} />,
        card: "mark",
      },
      {
        id: "createdAt",
        header: t("outbox.created"),
        cell: (mail) => <DateTime at={mail.createdAt} />,
        align: "right",
        card: "fact",
      },
    ],
    [t],
  );
  return (
    <>
      <DataTable
        caption={t("outbox.title")}
        name="mails"
        state={state}
        rows={useList("/developer/mail", state.cursor)}
        columns={columns}
        rowKey={rowKey}
        rowLabel={(mail) => mail.subject}
        onOpen={(mail) => setOpened(mail.id)}
        searchLabel={t("outbox.search")}
        empty={
          <Empty icon="mail" title={t("outbox.empty")}>
            {t("outbox.emptyText")}
          </Empty>
        }
      />
      <MailDialog id={opened} onClose={() => setOpened(null)} />
    </>
  );
}
