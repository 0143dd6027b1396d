import {
  Button,
  Link,
  Loaded,
  Money,
  Quiet,
  SimpleTable,
  Stack,
  useAct,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { FeeCause } from "../fees/FeeCause";
import { feePaths } from "../fees/paths";
import { type InvoiceLine, type LineFee, nextLineFees, useLineFees } from "./api";

interface LineFeesProps {
  invoiceId: string;
  line: InvoiceLine;
}

/** A fee's name, which leads to it for those who may go. */
function FeeLink({ fee: { id, type } }: { fee: LineFee }) {
  const to = feePaths.detail(useArea(), id);
  return useMayOpen()(to) ? <Link to={to}>{type}</Link> : type;
}

function Fees({ fees, caption }: { fees: LineFee[]; caption: string }) {
  const { t } = useTranslation(["invoices", "finance"]);
  const { date } = useFormats();
  return (
    <SimpleTable
      caption={caption}
      rows={fees}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "fee",
          header: t("finance:field.type"),
          cell: (fee) => (
            <Stack gap={0}>
              <FeeLink fee={fee} />
              <Quiet>{fee.description}</Quiet>
            </Stack>
          ),
        },
        { id: "day", header: t("lines.day"), cell: ({ initiatedAt }) => date(initiatedAt) },
        { id: "cause", header: t("finance:field.cause"), cell: (fee) => <FeeCause fee={fee} /> },
        {
          id: "whole",
          header: t("finance:field.customerAmount"),
          align: "right",
          cell: ({ customerAmount }) => <Money amount={customerAmount} />,
        },
        {
          id: "amount",
          header: t("lines.part"),
          align: "right",
          cell: ({ amount }) => <Money amount={amount} />,
        },
      ]}
    />
  );
}

/** The fees that a line is made of, a hundred at a time. */
export function LineFees({ invoiceId, line: { id, label, feeCount } }: LineFeesProps) {
  const { t } = useTranslation("invoices");
  const first = useLineFees(invoiceId, id);
  const [others, setOthers] = useState<LineFee[]>([]);
  const [readOn, isReading] = useAct((after: string) => ({
    run: () => nextLineFees(invoiceId, id, after),
    failed: t("lines.feesFailed"),
    after: (next: LineFee[]) => setOthers((known) => [...known, ...next]),
  }));
  return (
    <Loaded of={first}>
      {(fees) => {
        const shown = [...fees, ...others];
        const last = shown.at(-1);
        return (
          <Stack gap={8}>
            <Fees fees={shown} caption={t("lines.feesOf", { label })} />
            {last && shown.length < feeCount && (
              <div>
                <Button kind="quiet" busy={isReading} onClick={() => void readOn(last.id)}>
                  {t("lines.more", { count: feeCount - shown.length })}
                </Button>
              </div>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}
