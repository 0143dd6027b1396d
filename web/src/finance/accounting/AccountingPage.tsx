import { Button, Can, Empty, Figure, Loaded, Page, Section, SkeletonLines, Stat, Tiles } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { WRITE_INVOICE } from "../permissions";
import { AccountsSection } from "./AccountsSection";
import { type Accounting, type EntryStatusCode, useAccounting, useBooks } from "./api";
import { ConnectionSection } from "./ConnectionSection";
import { accountingPaths } from "./paths";
import { useSend } from "./useSend";
import { VatSection } from "./VatSection";
import { ofStatus } from "./values";

function SendAll() {
  const { t } = useTranslation("accounting");
  const [send, isSending] = useSend();
  return (
    <Button kind="primary" icon="finance" busy={isSending} onClick={() => void send(null)}>
      {t("send.action")}
    </Button>
  );
}

/** How many invoices are how far, and the button that sends those that are not there. */
function Sending({ counts }: Pick<Accounting, "counts">) {
  const { t } = useTranslation("accounting");
  const area = useArea();
  const list = (status: EntryStatusCode) => `${accountingPaths.entries(area)}?cursor=${ofStatus(status)}`;
  return (
    <Section
      title={t("send.title")}
      action={
        <Can permission={WRITE_INVOICE} staff>
          <SendAll />
        </Can>
      }
    >
      <Tiles minWidth={150}>
        <Stat label={t("count.unbooked")} value={<Figure value={counts.unbooked} />} />
        <Stat label={t("count.waiting")} value={<Figure value={counts.waiting} />} to={list("WAITING")} />
        <Stat label={t("count.booked")} value={<Figure value={counts.booked} />} to={list("BOOKED")} />
        <Stat label={t("count.failed")} value={<Figure value={counts.failed} />} to={list("FAILED")} />
      </Tiles>
    </Section>
  );
}

/** What the portal and the service call the same, beside what the service's books know of it. */
function Mappings({ accounting, isOn }: { accounting: Accounting; isOn: boolean }) {
  const books = useBooks(isOn);
  const isWaiting = isOn && !books.data && !books.error;
  return (
    <>
      {isWaiting ? <SkeletonLines lines={12} /> : <VatSection accounting={accounting} books={books.data} />}
      {isOn && <AccountsSection books={books} />}
    </>
  );
}

function Whole({ accounting }: { accounting: Accounting }) {
  const { t } = useTranslation("accounting");
  const { services, connection, counts } = accounting;
  if (!connection && services.length === 0)
    return (
      <Empty icon="finance" title={t("none.title")}>
        <p>{t("none.text")}</p>
      </Empty>
    );
  const isOn = services.some(({ type }) => type === connection?.type);
  return (
    <>
      {connection && <Sending counts={counts} />}
      <ConnectionSection accounting={accounting} />
      {connection && (
        // The books of another connection know something else.
        <Mappings key={`${connection.id} ${connection.connectedAt}`} accounting={accounting} isOn={isOn} />
      )}
    </>
  );
}

/** The company's books: where they are, what of the invoices is there, and what codes and accounts are called there. */
export default function AccountingPage() {
  const { t } = useTranslation("accounting");
  const area = useArea();
  const accounting = useAccounting();
  return (
    <Page
      title={t("title")}
      width="text"
      actions={
        accounting.data?.connection && (
          <Button icon="table" to={accountingPaths.entries(area)}>
            {t("list.show")}
          </Button>
        )
      }
    >
      <Loaded of={accounting} lines={12}>
        {(accounting) => <Whole accounting={accounting} />}
      </Loaded>
    </Page>
  );
}
