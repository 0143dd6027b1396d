import {
  Banner,
  DateTime,
  type Fact,
  Facts,
  History,
  Link,
  Money,
  MoreMenu,
  NONE,
  Notes,
  RecordPage,
  Section,
  Stack,
  useActorName,
  useCan,
  useFormats,
  useIsStaff,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { StoreLink } from "../../stores/StoreLink";
import { FilesSection } from "../FilesSection";
import { invoicePaths } from "../invoices/paths";
import { WRITE_FINANCE } from "../permissions";
import { useFeeCategories, useFeeCauses } from "../useFinanceWords";
import { type Fee, feeFiles, fees } from "./api";
import { FeeCause } from "./FeeCause";
import { FeeForm } from "./FeeForm";
import { feePaths } from "./paths";
import { useFeeActions } from "./useFeeActions";
import { issuedInvoiceOf } from "./values";

function Actions({ fee, onGone }: { fee: Fee; onGone: () => void }) {
  const actions = useFeeActions(onGone)(fee);
  return <MoreMenu actions={actions} />;
}

/** An invoice that the fee stands on, which leads there for those who may go. */
function InvoiceLink({ invoice: { id, number } }: { invoice: Fee["invoices"][number] }) {
  const { t } = useTranslation("fees");
  const to = invoicePaths.detail(useArea(), id);
  const name = number ?? t("field.draft");
  return useMayOpen()(to) ? <Link to={to}>{name}</Link> : name;
}

function Invoices({ fee: { invoices } }: { fee: Fee }) {
  return (
    <Stack gap={0}>
      {invoices.map((invoice) => (
        <span key={invoice.id}>
          <InvoiceLink invoice={invoice} />
        </span>
      ))}
    </Stack>
  );
}

/** What nobody fills in: whose it is, where it comes from, who entered it. */
function useOrigin(fee: Fee): Fact[] {
  const { t } = useTranslation(["fees", "finance"]);
  const { date } = useFormats();
  const actorName = useActorName();
  const { initiatedAt, endsAt } = fee;
  const period = endsAt && {
    label: t("field.period"),
    value: t("field.span", { from: date(initiatedAt), to: date(endsAt) }),
  };
  return [
    { label: t("finance:field.store"), value: <StoreLink store={fee.store} /> },
    { label: t("finance:field.cause"), value: <FeeCause fee={fee} /> },
    ...(period ? [period] : []),
    { label: t("field.invoices"), value: fee.invoices.length > 0 ? <Invoices fee={fee} /> : NONE },
    ...(fee.author ? [{ label: t("finance:field.author"), value: actorName(fee.author) }] : []),
    { label: t("finance:field.createdAt"), value: <DateTime at={fee.createdAt} /> },
  ];
}

/** The fee for those who may look at it only. Customers have one amount. */
function View({ fee }: { fee: Fee }) {
  const { t } = useTranslation(["fees", "finance"]);
  const { date } = useFormats();
  const categories = useFeeCategories();
  const facts: Fact[] = [
    { label: t("finance:field.customerAmount"), value: <Money amount={fee.customerAmount} /> },
    ...(fee.internalAmount
      ? [{ label: t("finance:field.internalAmount"), value: <Money amount={fee.internalAmount} /> }]
      : []),
    { label: t("field.initiatedAt"), value: date(fee.initiatedAt) },
    { label: t("finance:field.category"), value: categories[fee.category] },
    { label: t("finance:field.description"), value: fee.description || NONE },
    ...useOrigin(fee),
  ];
  return (
    <Section title={t("section.fee")}>
      <Facts facts={facts} />
    </Section>
  );
}

function Origin({ fee }: { fee: Fee }) {
  const { t } = useTranslation(["fees", "finance"]);
  return (
    <Section title={t("section.origin")}>
      <Facts facts={useOrigin(fee)} />
    </Section>
  );
}

function FeeHistory({ fee }: { fee: Fee }) {
  const { t } = useTranslation(["fees", "finance"]);
  const names: Record<string, Record<string, string>> = {
    category: useFeeCategories(),
    cause: useFeeCauses(),
  };
  return (
    <History
      entity="fee"
      id={fee.id}
      values={(field, value) => names[field]?.[String(value)]}
      fields={{
        initiatedAt: t("field.initiatedAt"),
        type: t("finance:field.type"),
        category: t("finance:field.category"),
        description: t("finance:field.description"),
        customerAmount: t("finance:field.customerAmount"),
        internalAmount: t("finance:field.internalAmount"),
        cause: t("finance:field.cause"),
        causeName: t("finance:field.cause"),
        author: t("finance:field.author"),
        "store.name": t("finance:field.store"),
      }}
    />
  );
}

/** One fee: its form, or its facts for those who only read; where it comes from, what proves it, its history. */
export default function FeeDetail() {
  const { t } = useTranslation(["fees", "finance"]);
  const area = useArea();
  const isStaff = useIsStaff();
  const isEditable = useCan()(WRITE_FINANCE) && isStaff;
  return (
    <RecordPage
      of={[feePaths.detail.useIds().feeId]}
      useRecord={fees.useOne}
      breadcrumbs={[{ label: t("list.title"), to: feePaths.list(area) }]}
      title={({ type }) => type}
      actions={(fee, leave) => isEditable && <Actions fee={fee} onGone={leave} />}
    >
      {(fee) => (
        <>
          {isEditable && issuedInvoiceOf(fee) && (
            <Banner tone="info" title={t("invoiced", { number: issuedInvoiceOf(fee)?.number })} />
          )}
          {isEditable && !issuedInvoiceOf(fee) ? (
            <>
              <FeeForm fee={fee} />
              <Origin fee={fee} />
            </>
          ) : (
            <View fee={fee} />
          )}
          {isStaff && (
            <FilesSection
              of={fee.id}
              files={feeFiles}
              title={t("files.title")}
              label={t("files.label")}
              isEditable={isEditable}
            />
          )}
          <Notes relationId={fee.id} />
          <FeeHistory fee={fee} />
        </>
      )}
    </RecordPage>
  );
}
