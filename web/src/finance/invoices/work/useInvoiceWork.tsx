import {
  Banner,
  type BulkSelection,
  Button,
  DialogBar,
  downloadStored,
  Form,
  FormAlert,
  type IconName,
  type Job,
  Quiet,
  Row,
  Stack,
  useAct,
  useForm,
} from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useWork, type Work } from "../../../work/useWork";
import { WorkWindow } from "../../../work/WorkWindow";
import { type InvoiceRow, invoices, type WorkAction, type WorkResult, workInvoices } from "../api";
import { type AskedWork, offeredWork } from "../values";
import { MessageField } from "./MailInvoice";
import { RefusedTable } from "./RefusedTable";

/** An archive has no result but its file. */
type BulkWork = Work<WorkResult | null>;

const ICONS: Record<WorkAction, IconName> = {
  ISSUE: "invoice",
  SEND: "mail",
  REMIND: "clock",
  MARK_PAID: "check",
  DOWNLOAD: "download",
};

function useWorkWords() {
  const { t } = useTranslation("invoices");
  const words = {
    ISSUE: t("work.ISSUE", { returnObjects: true }),
    SEND: t("work.SEND", { returnObjects: true }),
    REMIND: t("work.REMIND", { returnObjects: true }),
    MARK_PAID: t("work.MARK_PAID", { returnObjects: true }),
    DOWNLOAD: t("work.DOWNLOAD", { returnObjects: true }),
  };
  return (action: WorkAction) => words[action];
}

/** How many it would happen to, in a sentence. */
function HowMany({ count, left }: AskedWork) {
  const { t } = useTranslation("invoices");
  if (left === null)
    return <strong>{count === null ? t("work.allFound") : t("work.found", { count })}</strong>;
  return (
    <Stack gap={0}>
      <strong>{t("work.chosen", { count: count ?? 0 })}</strong>
      {left > 0 && <Quiet>{t("work.left", { count: left })}</Quiet>}
    </Stack>
  );
}

function AskForm({ asked, work }: { asked: AskedWork; work: BulkWork }) {
  const { action, body } = asked;
  const words = useWorkWords()(action);
  const isMail = action === "SEND" || action === "REMIND";
  const form = useForm({ defaultValues: { message: "" } });
  const begin = ({ message }: { message: string }) =>
    work.start(() => workInvoices({ action, ...body, ...(isMail && { message }) }));
  return (
    <Form form={form} onSubmit={begin} failure={words.failed}>
      <Stack>
        <HowMany {...asked} />
        <p>{words.text}</p>
        {isMail && <MessageField />}
        <FormAlert name="ids" title={words.failed} />
        <DialogBar label={words.action} onClose={work.close} />
      </Stack>
    </Form>
  );
}

function Archive({ file }: { file: Job["files"][number] | undefined }) {
  const { t } = useTranslation("invoices");
  const [download, isDownloading] = useAct(() => ({
    run: async () => file && downloadStored(file.id),
    failed: t("work.notDownloaded"),
  }));
  return (
    <Banner tone="info" title={t("work.archive")}>
      <Row>
        <span>{file?.name}</span>
        <Button icon="download" busy={isDownloading} onClick={() => void download()}>
          {t("work.download")}
        </Button>
      </Row>
    </Banner>
  );
}

function Result({ action, result: { done, refused } }: { action: WorkAction; result: WorkResult }) {
  const { t } = useTranslation("invoices");
  const summary = {
    ISSUE: t("work.issued", { count: done }),
    SEND: t("work.sent", { count: done }),
    REMIND: t("work.reminded", { count: done }),
    MARK_PAID: t("work.paid", { count: done }),
    DOWNLOAD: t("work.archive"),
  }[action];
  return (
    <Stack>
      <Banner tone={refused.length > 0 ? "warning" : "info"} title={summary}>
        {refused.length > 0 && <p>{t("work.refusals", { count: refused.length })}</p>}
      </Banner>
      {refused.length > 0 && <RefusedTable rows={refused} />}
    </Stack>
  );
}

/**
 * What can be done with many invoices at once: the buttons for those that are selected, and the window that asks, follows
 * and tells. The window is the page's own, as what it tells of may be selected no more.
 */
export function useInvoiceWork(actions: WorkAction[]): {
  bulk: (selection: BulkSelection<InvoiceRow>) => ReactNode;
  window: ReactNode;
} {
  const wordsOf = useWorkWords();
  const work: BulkWork = useWork(() => void invoices.refresh());
  const [asked, setAsked] = useState<AskedWork | null>(null);
  const ask = (wanted: AskedWork) => {
    // What is under way is shown first.
    if (!work.isRunning) setAsked(wanted);
    work.open();
  };
  const words = asked && wordsOf(asked.action);
  return {
    bulk: (selection) =>
      offeredWork(selection, actions).map((offered) => (
        <Button key={offered.action} icon={ICONS[offered.action]} onClick={() => ask(offered)}>
          {wordsOf(offered.action).action}
        </Button>
      )),
    window: words && (
      <WorkWindow
        work={work}
        title={words.title}
        failure={words.failed}
        result={(result, [file]) =>
          result ? <Result action={asked.action} result={result} /> : <Archive file={file} />
        }
      >
        <AskForm asked={asked} work={work} />
      </WorkWindow>
    ),
  };
}
