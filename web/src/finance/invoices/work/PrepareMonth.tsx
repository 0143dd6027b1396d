import {
  Banner,
  Button,
  Link,
  Money,
  NONE,
  Quiet,
  Row,
  runningJobOf,
  SimpleTable,
  Stack,
  StatusBadge,
  useAct,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../../app/area";
import { StoreLink } from "../../../stores/StoreLink";
import { useWork, type Work } from "../../../work/useWork";
import { WorkWindow } from "../../../work/WorkWindow";
import {
  invoices,
  type MissingInvoice,
  type MonthWaiting,
  monthWork,
  type PreparedMonth,
  prepareMonth,
} from "../api";
import { invoicePaths, newInvoiceOf } from "../paths";
import { daysOf } from "../values";

function Drafts({ drafts }: Pick<PreparedMonth, "drafts">) {
  const { t } = useTranslation(["invoices", "finance"]);
  const area = useArea();
  return (
    <SimpleTable
      caption={t("month.drafts")}
      rows={drafts}
      rowKey={({ invoice }) => invoice.id}
      columns={[
        {
          id: "invoice",
          header: t("month.draft"),
          cell: ({ invoice: { id, title } }) => <Link to={invoicePaths.detail(area, id)}>{title}</Link>,
        },
        {
          id: "organization",
          header: t("field.organization"),
          cell: ({ organization }) => organization.name,
        },
        {
          id: "total",
          header: t("field.totalAmount"),
          align: "right",
          cell: ({ invoice }) => <Money amount={invoice.totalAmount} />,
        },
        {
          id: "warnings",
          header: t("month.check"),
          cell: ({ warnings }) =>
            warnings > 0 ? (
              <StatusBadge tone="warning">{t("month.warnings", { count: warnings })}</StatusBadge>
            ) : (
              NONE
            ),
        },
      ]}
    />
  );
}

/** Why no draft was made, in a sentence, with what the shop or the portal said of it. */
function Why({ waiting: { reason, message } }: { waiting: MonthWaiting }) {
  const { t } = useTranslation("invoices");
  const words = {
    NO_SHOP: t("month.NO_SHOP"),
    SHOP: t("month.SHOP"),
    NO_SALES: t("month.NO_SALES"),
    NOTHING: t("month.NOTHING"),
    REFUSED: t("month.REFUSED"),
  };
  return (
    <Stack gap={0}>
      <span>{words[reason]}</span>
      {message && <Quiet>{message}</Quiet>}
    </Stack>
  );
}

function Waiting({ waiting, month }: Pick<PreparedMonth, "waiting"> & { month: string }) {
  const { t } = useTranslation(["invoices", "finance"]);
  const area = useArea();
  return (
    <SimpleTable
      caption={t("month.waiting")}
      rows={waiting}
      rowKey={({ store, organization }) => `${store.id} ${organization.id}`}
      columns={[
        { id: "store", header: t("finance:field.store"), cell: ({ store }) => <StoreLink store={store} /> },
        {
          id: "organization",
          header: t("month.make"),
          cell: ({ store, organization: { id, name } }) => (
            <Link to={newInvoiceOf(area, { store: store.id, organization: id, ...daysOf(month) })}>
              {t("missing.create", { name })}
            </Link>
          ),
        },
        { id: "reason", header: t("work.reason"), cell: (each) => <Why waiting={each} /> },
      ]}
    />
  );
}

function Result({ of: { drafts, waiting }, month }: { of: PreparedMonth; month: string }) {
  const { t } = useTranslation("invoices");
  return (
    <Stack>
      <Banner
        tone={waiting.length > 0 ? "warning" : "info"}
        title={t("month.made", { count: drafts.length })}
      >
        {waiting.length > 0 && <p>{t("month.left", { count: waiting.length })}</p>}
      </Banner>
      {drafts.length > 0 && (
        <Stack gap={8}>
          <strong>{t("month.drafts")}</strong>
          <Drafts drafts={drafts} />
        </Stack>
      )}
      {waiting.length > 0 && (
        <Stack gap={8}>
          <strong>{t("month.waiting")}</strong>
          <Waiting waiting={waiting} month={month} />
        </Stack>
      )}
    </Stack>
  );
}

function Ask({ month, count, work }: { month: string; count: number; work: Work<PreparedMonth> }) {
  const { t } = useTranslation(["invoices", "kit"]);
  const [begin, isAsking] = useAct(() => ({
    run: () => work.start(() => prepareMonth(month)),
    failed: t("month.failed"),
  }));
  return (
    <Stack>
      <strong>{t("month.count", { count })}</strong>
      <p>{t("month.text")}</p>
      <Row justify="end">
        <Button onClick={work.close}>{t("kit:cancel")}</Button>
        <Button kind="primary" busy={isAsking} onClick={() => void begin()}>
          {t("month.confirm")}
        </Button>
      </Row>
    </Stack>
  );
}

interface PrepareMonthProps {
  /** `2026-10` */
  month: string;
  /** What lacks an invoice; undefined: nobody knows yet. */
  missing: MissingInvoice[] | undefined;
}

/** Has the drafts of a month made at once, for those who may make invoices; what needs a person is told after. */
export function PrepareMonth({ month, missing }: PrepareMonthProps) {
  const { t } = useTranslation("invoices");
  const format = useFormats();
  const mayMake = useMayOpen()(invoicePaths.create(useArea()));
  const work = useWork<PreparedMonth>(() => void invoices.refresh(), {
    running: runningJobOf(monthWork(month)),
  });
  const count = (missing ?? []).flatMap(({ organizations }) => organizations).length;
  if (!mayMake) return null;
  const isUseful = count > 0 || work.isRunning;
  return (
    <>
      <Button icon="invoice" disabledBecause={isUseful ? undefined : t("missing.none")} onClick={work.open}>
        {work.isRunning ? t("month.follow") : t("month.action")}
      </Button>
      <WorkWindow
        work={work}
        title={t("month.title", { month: format.month(daysOf(month).start) })}
        failure={t("month.failed")}
        result={(result) => <Result of={result} month={month} />}
      >
        <Ask month={month} count={count} work={work} />
      </WorkWindow>
    </>
  );
}
