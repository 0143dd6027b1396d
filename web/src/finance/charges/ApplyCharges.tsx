import {
  addDecimals,
  Banner,
  Button,
  DateField,
  Dialog,
  Empty,
  ErrorView,
  Facts,
  Figure,
  Form,
  fieldsOf,
  Money,
  Row,
  SimpleTable,
  SkeletonLines,
  Stack,
  toast,
  useAct,
  useForm,
  useFormats,
} from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShowFees } from "../fees/useShowFees";
import { type Applied, applyCharges, type DueFee, useDueFees } from "./api";
import { lastDay, today } from "./values";

interface ApplyValues {
  date: string;
}

const { useValue } = fieldsOf<ApplyValues>();

/** The fees of one store, in the order that they came in. */
interface StoreFees {
  id: string;
  name: string;
  fees: DueFee[];
}

/** Fees by their store; they come in that order. */
function byStore(fees: DueFee[]): StoreFees[] {
  const stores: StoreFees[] = [];
  for (const fee of fees) {
    const last = stores.at(-1);
    if (last?.id === fee.store.id) last.fees.push(fee);
    else stores.push({ ...fee.store, fees: [fee] });
  }
  return stores;
}

function StoreTable({ name, fees }: StoreFees) {
  const { t } = useTranslation(["charges", "finance"]);
  const { date, money } = useFormats();
  const sum = addDecimals(fees.map(({ customerAmount }) => customerAmount));
  return (
    <section aria-label={name}>
      <Stack gap={8}>
        <Row justify="between">
          <h3>{name}</h3>
          <span>{t("apply.store", { count: fees.length, amount: money(sum) })}</span>
        </Row>
        <SimpleTable
          caption={name}
          rows={fees}
          rowKey={({ chargeId, startsAt }) => `${chargeId} ${startsAt}`}
          columns={[
            { id: "type", header: t("finance:field.type"), cell: ({ type }) => type },
            {
              id: "period",
              header: t("field.period"),
              cell: ({ startsAt, endsAt }) => t("field.span", { from: date(startsAt), to: date(endsAt) }),
            },
            {
              id: "amount",
              header: t("finance:field.customerAmount"),
              align: "right",
              cell: ({ customerAmount }) => <Money amount={customerAmount} />,
            },
          ]}
        />
      </Stack>
    </section>
  );
}

interface PreviewProps {
  due: Applied;
  /** What has the fees come, before the long list of them. */
  send: ReactNode;
}

function Preview({ due, send }: PreviewProps) {
  const { t } = useTranslation(["charges", "finance"]);
  const { number } = useFormats();
  if (due.count === 0)
    return (
      <Empty icon="check" title={t("apply.none")}>
        {t("apply.noneText")}
      </Empty>
    );
  return (
    <Stack>
      <Facts
        facts={[
          { label: t("apply.fees"), value: <Figure value={due.count} /> },
          { label: t("finance:field.customerAmount"), value: <Money amount={due.customerAmount} /> },
          { label: t("finance:field.internalAmount"), value: <Money amount={due.internalAmount} /> },
        ]}
      />
      {send}
      {due.count > due.fees.length && (
        <Banner tone="info" title={t("apply.first", { shown: number(due.fees.length) })} />
      )}
      {byStore(due.fees).map((store) => (
        <StoreTable key={store.id} {...store} />
      ))}
    </Stack>
  );
}

/** Says what was made, and leads there. */
function useTell() {
  const { t } = useTranslation("charges");
  const { money } = useFormats();
  const show = useShowFees("CHARGE");
  return ({ count, customerAmount }: Applied) => {
    if (count === 0) toast(t("apply.nothing"));
    else show(t("apply.done", { count, amount: money(customerAmount) }), t("apply.show"));
  };
}

/** What would come up to the day in the form, and the button that has it come. */
function Due({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["charges", "kit"]);
  const date = useValue("date");
  const isAsked = date >= "2000-01-01" && date <= lastDay();
  const { data: due, error, isValidating, mutate } = useDueFees(isAsked ? date : null);
  const tell = useTell();
  const [apply, isApplying] = useAct(() => ({
    run: () => applyCharges(date),
    failed: t("apply.failed"),
    after: (applied: Applied) => {
      tell(applied);
      onClose();
    },
  }));
  const [refusal] = error?.fields ?? [];
  if (refusal) return <Banner tone="critical" title={refusal.message} />;
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  if (!due) return <SkeletonLines lines={8} />;
  // Nobody makes what they have not seen.
  const isPresent = isAsked && due.date === date && !isValidating;
  const send = (
    <Row justify="end">
      <Button onClick={onClose}>{t("kit:cancel")}</Button>
      <Button
        kind="primary"
        busy={isApplying}
        disabledBecause={isPresent || isApplying ? undefined : t("apply.wait")}
        onClick={() => void apply()}
      >
        {t("apply.confirm", { count: due.count })}
      </Button>
    </Row>
  );
  return (
    <div aria-live="polite" aria-busy={!isPresent}>
      <Preview due={due} send={send} />
    </div>
  );
}

function ApplyForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("charges");
  const form = useForm<ApplyValues>({ defaultValues: { date: today() } });
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("apply.failed")}>
      <Stack>
        <DateField
          name="date"
          label={t("apply.date")}
          description={t("apply.dateText")}
          max={lastDay()}
          required
          autoFocus
        />
        <Due onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Has the fees of all periods come that have begun by a day: shown first, then made, each once. */
export function ApplyCharges() {
  const { t } = useTranslation("charges");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="fee" onClick={() => setOpen(true)}>
        {t("apply.action")}
      </Button>
      <Dialog title={t("apply.title")} open={isOpen} onClose={close} wide>
        <ApplyForm onClose={close} />
      </Dialog>
    </>
  );
}
