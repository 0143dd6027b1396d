import {
  Banner,
  Button,
  Code,
  DialogBar,
  ErrorView,
  Facts,
  Form,
  fieldsOf,
  SkeletonLines,
  Stack,
  useForm,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useWork, type Work } from "../../../work/useWork";
import { WorkWindow } from "../../../work/WorkWindow";
import {
  type Invoice,
  invoices,
  type Letter,
  type LetterKind,
  useLetter,
  type WorkResult,
  workInvoices,
} from "../api";
import { mayRemind } from "../values";
import { Reason } from "./RefusedTable";

interface MessageValues {
  message: string;
}

const { AreaField } = fieldsOf<MessageValues>();

/** As long as a message may be. */
const LONGEST = 2000;

/** What whoever sends a mail adds to it. */
export function MessageField() {
  const { t } = useTranslation("invoices");
  return (
    <AreaField
      name="message"
      label={t("letter.message")}
      description={t("letter.messageText")}
      maxLength={LONGEST}
    />
  );
}

interface MailProps {
  invoice: Invoice;
  kind: LetterKind;
}

interface LetterProps extends MailProps {
  work: Work<WorkResult>;
}

function useMailWords({ invoice: { number, companyStatus }, kind }: MailProps) {
  const { t } = useTranslation("invoices");
  const words = {
    SEND: t("letter.SEND", { returnObjects: true, number }),
    REMIND: t("letter.REMIND", { returnObjects: true, number }),
  }[kind];
  return kind === "SEND" && companyStatus === 2 ? { ...words, action: t("letter.again") } : words;
}

function LetterForm({ invoice, kind, work, letter }: LetterProps & { letter: Letter }) {
  const { t } = useTranslation("invoices");
  const words = useMailWords({ invoice, kind });
  const form = useForm<MessageValues>({ defaultValues: { message: "" } });
  const send = ({ message }: MessageValues) =>
    work.start(() =>
      workInvoices({ action: kind, ids: [invoice.id], message, again: invoice.companyStatus === 2 }),
    );
  return (
    <Form form={form} onSubmit={send} failure={words.failed}>
      <Stack>
        <Facts
          facts={[
            {
              label: t("letter.to"),
              value: (
                <Stack gap={0}>
                  {letter.to.map(({ name, email }) => (
                    <span key={email}>{t("letter.reader", { name, email })}</span>
                  ))}
                </Stack>
              ),
            },
            { label: t("letter.subject"), value: letter.subject },
            { label: t("letter.file"), value: `${invoice.number}.pdf` },
          ]}
        />
        <Code>{letter.text}</Code>
        <MessageField />
        <DialogBar label={words.confirm} icon="mail" onClose={work.close} />
      </Stack>
    </Form>
  );
}

/** The mail as it would go out now, or why none would. */
function LetterPreview(props: LetterProps) {
  const { data, error, retry } = useLetter(props.invoice.id, props.kind);
  const { failed } = useMailWords(props);
  if (error?.status === 409)
    return (
      <Banner tone="warning" title={failed}>
        <p>{error.message}</p>
      </Banner>
    );
  if (error) return <ErrorView error={error} retry={retry} />;
  if (!data) return <SkeletonLines lines={10} />;
  return <LetterForm letter={data} {...props} />;
}

/** Has an issued invoice go out by mail, or reminds its readers of it: the mail is shown first. */
export function MailInvoice({ isPrimary, ...props }: MailProps & { isPrimary?: boolean }) {
  const { t } = useTranslation("invoices");
  const { invoice, kind } = props;
  const words = useMailWords(props);
  const work = useWork<WorkResult>(() => void invoices.refresh());
  const isTooSoon = kind === "REMIND" && !mayRemind(invoice);
  return (
    <>
      <Button
        kind={isPrimary && !isTooSoon ? "primary" : "default"}
        icon="mail"
        disabledBecause={isTooSoon ? t("letter.tooSoon") : undefined}
        onClick={work.open}
      >
        {words.action}
      </Button>
      <WorkWindow
        work={work}
        title={words.title}
        failure={words.failed}
        result={({ refused: [refused] }) =>
          refused ? (
            <Banner tone="warning" title={words.failed}>
              <Reason of={refused} />
            </Banner>
          ) : (
            <Banner tone="info" title={words.done} />
          )
        }
      >
        <LetterPreview work={work} {...props} />
      </WorkWindow>
    </>
  );
}
