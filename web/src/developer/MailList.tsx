import { type Column, columnsOf, DataTable, Empty, type Schemas, useList, useListState } from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { MailDialog } from "./MailDialog";
import { MailStatus } from "./MailStatus";

type Mail = Schemas["Mail"];
const { text, date } = columnsOf<Mail, "mails">();

const rowKey = (mail: Mail) => mail.id;
/** Rows a page of lists that are here as a whole. */
const TAKE = 10;

/** The mails that were written. Without a mail server they stay here, and are read here. */
export function MailList() {
  const { t } = useTranslation("developer");
  const [opened, setOpened] = useState<string | null>(null);
  const state = useListState({ field: "createdAt", direction: "desc" }, { take: TAKE });
  const columns = useMemo<Column<Mail, "mails">[]>(
    () => [
      text("subject", t("outbox.subject"), { card: "title" }),
      text("to", t("outbox.to"), { card: "fact" }),
      {
        id: "status",
        header: t("outbox.status"),
        cell: (mail) => <MailStatus status={mail.status} />,
        card: "mark",
      },
      date("createdAt", t("outbox.created"), { card: "fact" }),
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
