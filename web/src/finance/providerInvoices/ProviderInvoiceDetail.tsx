import {
  Banner,
  Button,
  type Fact,
  Facts,
  type FieldError,
  History,
  Link,
  MoreMenu,
  ProgressBar,
  RecordPage,
  Row,
  Section,
  Stack,
  useAct,
  useActorName,
  useFormats,
  useJob,
  useNow,
  usePluginName,
  useUnsavedGuard,
  Wizard,
} from "@comptoir/kit";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../../app/area";
import { type ProviderInvoice, providerInvoices, type Step } from "./api";
import { MappingStep } from "./MappingStep";
import { OtherServicesStep } from "./OtherServicesStep";
import { ShippingControl, ShippingExceptions } from "./Parcels";
import { ProviderInvoiceStatus } from "./ProviderInvoiceStatus";
import { providerInvoicePaths } from "./paths";
import { chosenOf, SUMMARY_FORM, SummaryStep } from "./SummaryStep";
import { RejectedTable, Sums } from "./Sums";
import { usePatch } from "./usePatch";
import { useProviderInvoiceActions } from "./useProviderInvoiceActions";
import { useStepNames } from "./useProviderInvoiceWords";
import { Validated } from "./Validated";
import { isIdle, isReading, isSkipped, openOf, STEPS } from "./values";

interface InvoiceProps {
  invoice: ProviderInvoice;
}

/** How far the reading of the file is; the invoice is read again when it ends. */
function Reading({ invoice: { id, jobId } }: InvoiceProps) {
  const { t } = useTranslation("providerInvoices");
  const now = useNow();
  const { progress, startedAt } = useJob(() => void providerInvoices.read(id), jobId);
  return (
    <Section title={t("reading.title")}>
      <Stack gap={12}>
        <p>{t("reading.text")}</p>
        <ProgressBar
          label={t("reading.title")}
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          startedAt={startedAt}
          now={now}
        />
      </Stack>
    </Section>
  );
}

/** Why the file could not be read, and the way to another one. */
function Problem({ invoice }: InvoiceProps) {
  const { id, problem, rejected } = invoice;
  const isALine = rejected.some(({ reason }) => reason === problem);
  const { t } = useTranslation("providerInvoices");
  const area = useArea();
  const navigate = useNavigate();
  const [again, isBusy] = useAct(() => ({
    run: () => providerInvoices.remove(id),
    failed: t("problem.failed"),
    after: () => navigate(providerInvoicePaths.create(area)),
    done: t("problem.done"),
    undo: { run: () => providerInvoices.restore(id), failed: t("problem.notRestored") },
  }));
  return (
    <Banner tone="critical" title={t("problem.title")}>
      <Stack gap={8}>
        {rejected.length > 0 && <RejectedTable invoice={invoice} />}
        {!isALine && <span>{problem}</span>}
        <Row>
          <Button icon="upload" busy={isBusy} onClick={() => void again()}>
            {t("problem.again")}
          </Button>
        </Row>
      </Stack>
    </Banner>
  );
}

/** Other invoices of the provider that bill some of the same days. */
function Overlapping({ invoice: { overlapping } }: InvoiceProps) {
  const { t } = useTranslation("providerInvoices");
  const { date } = useFormats();
  const area = useArea();
  if (overlapping.length === 0) return null;
  return (
    <Banner tone="warning" title={t("overlapping.title")}>
      <Stack gap={4}>
        {overlapping.map(({ id, label, startAt, endAt }) => (
          <span key={id}>
            <Link to={providerInvoicePaths.detail(area, id)}>{label}</Link>{" "}
            {t("field.span", { from: date(startAt), to: date(endAt) })}
          </span>
        ))}
      </Stack>
    </Banner>
  );
}

function useStepTexts(): Record<Step, string> {
  const { t } = useTranslation("providerInvoices");
  return {
    ORDER_MAPPING: t("text.ORDER_MAPPING"),
    PRODUCT_MAPPING: t("text.PRODUCT_MAPPING"),
    SHIPPING_FEE_CONTROL: t("text.SHIPPING_FEE_CONTROL"),
    SHIPPING_EXCEPTIONS_FEE_CONTROL: t("text.SHIPPING_EXCEPTIONS_FEE_CONTROL"),
    OTHER_SERVICES: t("text.OTHER_SERVICES"),
    SUMMARY: t("text.SUMMARY"),
    VALIDATED: t("text.VALIDATED"),
  };
}

/** What is typed and not saved: one of these parts of the page each. */
interface Unsaved {
  sums: boolean;
  margins: boolean;
  label: boolean;
}

interface StepsProps extends InvoiceProps {
  unsaved: Unsaved;
  /** Told of each part whether something of it is to be saved. */
  onUnsaved: Record<keyof Unsaved, (isUnsaved: boolean) => void>;
  /** Told what is wrong with the sums. */
  onRefused: (sums: FieldError[]) => void;
}

/** The steps, of which the invoice's own status is the present one: whoever looks at it sees the same. */
function Steps({ invoice, unsaved, onUnsaved, onRefused }: StepsProps) {
  const { t } = useTranslation("providerInvoices");
  const { number } = useFormats();
  const names = useStepNames();
  const texts = useStepTexts();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [move] = usePatch(invoice, {}, onRefused);
  const set = useCallback(
    (id: string, isSelected: boolean) => setChanged((before) => new Map(before).set(id, isSelected)),
    [],
  );
  const { status } = invoice;
  const selection = { changed, set };
  // Who goes on sees the next step once the invoice is there.
  const go = async (to: Step) => {
    await move({ to, ...(status === "SUMMARY" && { selectedLines: chosenOf(selection, invoice) }) });
    return false;
  };
  const open = openOf(invoice);
  const reasons = [
    open > 0 && t("blocked.open", { count: open, number: number(open) }),
    unsaved.margins && t("blocked.unsaved"),
    unsaved.sums && t("blocked.sums"),
  ];
  const blocked = reasons.find((reason) => reason !== false);
  const contents: Record<Step, ReactNode> = {
    ORDER_MAPPING: <MappingStep key="orders" invoice={invoice} />,
    PRODUCT_MAPPING: <MappingStep key="products" invoice={invoice} />,
    SHIPPING_FEE_CONTROL: <ShippingControl invoice={invoice} />,
    SHIPPING_EXCEPTIONS_FEE_CONTROL: <ShippingExceptions invoice={invoice} />,
    OTHER_SERVICES: <OtherServicesStep invoice={invoice} onUnsaved={onUnsaved.margins} />,
    SUMMARY: (
      <SummaryStep
        invoice={invoice}
        selection={selection}
        onUnsaved={onUnsaved.margins}
        onRenamed={onUnsaved.label}
        onRefused={onRefused}
      />
    ),
    VALIDATED: null,
  };
  return (
    <Section title={t("steps.title")}>
      <Wizard
        label={t("steps.label")}
        controlled={{ step: status, onBack: (step) => void go(step as Step) }}
        finish={{ label: t("validate.action"), onClick: () => {} }}
        steps={STEPS.map((step) => ({
          id: step,
          label: names[step],
          text: texts[step],
          isSkipped: isSkipped(invoice, step) || (step === status && isIdle(invoice)),
          blocked: step === status ? blocked : undefined,
          content: contents[step],
          ...(step === "SUMMARY"
            ? { form: SUMMARY_FORM, next: t("validate.action") }
            : {
                check: () => go("SUMMARY"),
                ...(step === status && isIdle(invoice) && { next: t("skipped.next") }),
              }),
        }))}
      />
    </Section>
  );
}

/** As many fees are named that stay; of others it is said how many. */
const NAMED = 10;

/** Takes back what validating brought, once it has been said which fees stay. */
function Reopen({ invoice }: InvoiceProps) {
  const { t } = useTranslation("providerInvoices");
  const { money, number } = useFormats();
  const staying = invoice.lines.filter(({ fee }) => fee?.isInvoiced);
  const names = staying
    .slice(0, NAMED)
    .map(({ store, label, fee }) => `${store?.name}, ${label} (${money(fee?.amount ?? "0")})`);
  const more = staying.length - names.length;
  const others = more > 0 ? [t("reopen.more", { count: more, number: number(more) })] : [];
  const text =
    staying.length === 0
      ? t("reopen.none")
      : t("reopen.staying", { count: staying.length, names: [...names, ...others].join(" · ") });
  const [reopen, isBusy] = usePatch(invoice, {
    confirm: { title: t("reopen.title"), text, confirm: t("reopen.action") },
    done: t("reopen.done"),
  });
  return (
    <Button icon="returned" busy={isBusy} onClick={() => void reopen({ to: "SUMMARY" })}>
      {t("reopen.action")}
    </Button>
  );
}

/** What nobody decides: whose it is, and what was imported. */
function Origin({ invoice }: InvoiceProps) {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  const { date } = useFormats();
  const nameOf = usePluginName();
  const actorName = useActorName();
  const { provider, startAt, endAt, fileName, author } = invoice;
  const facts: Fact[] = [
    { label: t("field.provider"), value: nameOf(provider) },
    { label: t("field.period"), value: t("field.span", { from: date(startAt), to: date(endAt) }) },
    { label: t("field.fileName"), value: fileName },
    { label: t("finance:field.author"), value: actorName(author) },
  ];
  return (
    <Section title={t("section.origin")}>
      <Facts facts={facts} />
    </Section>
  );
}

const SAVED: Unsaved = { sums: false, margins: false, label: false };

function Work({ invoice }: InvoiceProps) {
  const [refused, setRefused] = useState<FieldError[]>([]);
  const [unsaved, setUnsaved] = useState(SAVED);
  const onUnsaved = useMemo(() => {
    const tell = (part: keyof Unsaved) => (isUnsaved: boolean) =>
      setUnsaved((before) => ({ ...before, [part]: isUnsaved }));
    return { sums: tell("sums"), margins: tell("margins"), label: tell("label") };
  }, []);
  // One for all of them: the router asks no other.
  useUnsavedGuard(unsaved.sums || unsaved.margins || unsaved.label, true);
  return (
    <>
      <Overlapping invoice={invoice} />
      <Sums invoice={invoice} refused={refused} onUnsaved={onUnsaved.sums} />
      <Steps invoice={invoice} unsaved={unsaved} onUnsaved={onUnsaved} onRefused={setRefused} />
    </>
  );
}

function Content({ invoice }: InvoiceProps) {
  if (invoice.problem !== null) return <Problem invoice={invoice} />;
  if (isReading(invoice)) return <Reading invoice={invoice} />;
  if (invoice.status === "VALIDATED") return <Validated invoice={invoice} />;
  return <Work invoice={invoice} />;
}

function InvoiceHistory({ invoice: { id } }: InvoiceProps) {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  const steps: Record<string, string> = useStepNames();
  const pluginName = usePluginName();
  const names: Record<string, (value: string) => string | undefined> = {
    status: (step) => steps[step],
    provider: pluginName,
  };
  return (
    <History
      entity="provider-invoice"
      id={id}
      values={(field, value) => names[field]?.(String(value))}
      fields={{
        label: t("field.label"),
        status: t("field.status"),
        provider: t("field.provider"),
        startAt: t("field.startAt"),
        endAt: t("field.endAt"),
        fileName: t("field.fileName"),
        amount: t("field.amount"),
        author: t("finance:field.author"),
        lineCount: t("field.lineCount"),
        rejectedCount: t("sums.rejected"),
        rejectedAmount: t("field.rejectedAmount"),
        statedAmount: t("field.statedAmount"),
        orderMappings: t("step.ORDER_MAPPING"),
        productMappings: t("step.PRODUCT_MAPPING"),
        proposals: t("mapping.proposals"),
        shippingExceptions: t("step.SHIPPING_EXCEPTIONS_FEE_CONTROL"),
        otherServices: t("step.OTHER_SERVICES"),
        serviceMargin: t("services.margin"),
        selectedLines: t("summary.isSelected"),
        amountCharged: t("field.amountCharged"),
        amountPaidByCustomer: t("field.amountPaidByCustomer"),
        margin: t("field.margin"),
        readAt: t("field.readAt"),
        validatedAt: t("field.validatedAt"),
        problem: t("problem.title"),
      }}
    />
  );
}

interface ActionsProps extends InvoiceProps {
  onGone: () => void;
}

function Actions({ invoice, onGone }: ActionsProps) {
  const actions = useProviderInvoiceActions(onGone)(invoice);
  if (invoice.status === "VALIDATED") return <Reopen invoice={invoice} />;
  return <MoreMenu actions={actions} />;
}

/** One invoice of a provider: its steps one after the other, or what came of them. */
export default function ProviderInvoiceDetail() {
  const { t } = useTranslation("providerInvoices");
  const area = useArea();
  return (
    <RecordPage
      of={[providerInvoicePaths.detail.useIds().fulfillmentInvoiceId]}
      useRecord={providerInvoices.useOne}
      breadcrumbs={[{ label: t("list.title"), to: providerInvoicePaths.list(area) }]}
      title={({ label }) => label}
      mark={(invoice) => <ProviderInvoiceStatus invoice={invoice} />}
      actions={(invoice, leave) => <Actions invoice={invoice} onGone={leave} />}
    >
      {(invoice) => (
        <>
          <Content invoice={invoice} />
          <Origin invoice={invoice} />
          <InvoiceHistory invoice={invoice} />
        </>
      )}
    </RecordPage>
  );
}
