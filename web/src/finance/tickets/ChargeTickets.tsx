import {
  Banner,
  Button,
  Can,
  Dialog,
  Empty,
  ErrorView,
  Facts,
  Figure,
  Link,
  Money,
  Row,
  SimpleTable,
  SkeletonLines,
  Stack,
  toast,
  useAct,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { ticketPaths } from "../../tickets/paths";
import { useShowFees } from "../fees/useShowFees";
import { chargeTickets, type Meant, type TicketsCharged, useDueTickets } from "./api";

interface DueProps {
  meant: Meant;
  onClose: () => void;
}

/** Says what was charged, and leads to the fees. */
function useTell() {
  const { t } = useTranslation("tickets");
  const { money } = useFormats();
  const show = useShowFees("TICKET");
  return ({ count, customerAmount }: TicketsCharged) => {
    if (count === 0) toast(t("charging.nothing"));
    else show(t("charging.done", { count, amount: money(customerAmount) }), t("charging.show"));
  };
}

function Tickets({ tickets }: Pick<TicketsCharged, "tickets">) {
  const { t } = useTranslation("tickets");
  const area = useArea();
  return (
    <SimpleTable
      caption={t("charging.tickets")}
      rows={tickets}
      rowKey={({ id }) => id}
      columns={[
        { id: "store", header: t("column.store"), cell: ({ store }) => store.name },
        {
          id: "subject",
          header: t("column.subject"),
          cell: ({ id, subject }) => (
            <Link to={ticketPaths.detail(area, id)}>{subject || t("charging.noSubject")}</Link>
          ),
        },
        {
          id: "messages",
          header: t("column.messages"),
          align: "right",
          cell: ({ messages }) => <Figure value={messages} />,
        },
        {
          id: "amount",
          header: t("charging.amount"),
          align: "right",
          cell: ({ customerAmount }) => <Money amount={customerAmount} />,
        },
      ]}
    />
  );
}

/** What is due of the tickets, and the button that has it charged. */
function Due({ meant, onClose }: DueProps) {
  const { t } = useTranslation(["tickets", "kit"]);
  const { number } = useFormats();
  const { data: due, error, mutate } = useDueTickets(meant);
  const tell = useTell();
  const [charge, isCharging] = useAct(() => ({
    run: () => chargeTickets(meant),
    failed: t("charging.failed"),
    after: (charged: TicketsCharged) => {
      tell(charged);
      onClose();
    },
  }));
  const [refusal] = error?.fields ?? [];
  if (refusal) return <Banner tone="critical" title={refusal.message} />;
  if (error) return <ErrorView error={error} retry={() => void mutate()} />;
  if (!due) return <SkeletonLines lines={8} />;
  if (due.count === 0)
    return (
      <Empty icon="check" title={t("charging.none")}>
        {t("charging.noneText")}
      </Empty>
    );
  return (
    <Stack>
      <Facts
        facts={[
          { label: t("charging.tickets"), value: <Figure value={due.count} /> },
          { label: t("column.messages"), value: <Figure value={due.messages} /> },
          { label: t("charging.amount"), value: <Money amount={due.customerAmount} /> },
        ]}
      />
      <Row justify="end">
        <Button onClick={onClose}>{t("kit:cancel")}</Button>
        <Button kind="primary" busy={isCharging} onClick={() => void charge()}>
          {t("charging.confirm", { count: due.count })}
        </Button>
      </Row>
      {due.count > due.tickets.length && (
        <Banner tone="info" title={t("charging.first", { shown: number(due.tickets.length) })} />
      )}
      <Tickets tickets={due.tickets} />
    </Stack>
  );
}

/** Charges the answers to closed tickets that were not charged yet (F6): shown first, then charged, each once. */
export function ChargeTickets({ meant }: { meant: Meant }) {
  const { t } = useTranslation("tickets");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Can permission="WRITE_FEE" staff>
      <Button icon="fee" onClick={() => setOpen(true)}>
        {t("charging.action")}
      </Button>
      <Dialog title={t("charging.title")} open={isOpen} onClose={close} wide>
        <Due meant={meant} onClose={close} />
      </Dialog>
    </Can>
  );
}
