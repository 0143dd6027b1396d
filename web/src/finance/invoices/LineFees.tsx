import {
  Button,
  Link,
  Loaded,
  Money,
  Quiet,
  SimpleTable,
  Stack,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { FeeCause } from "../fees/FeeCause";
import { feePaths } from "../fees/paths";
import { useReadOn } from "../useReadOn";
import { type InvoiceLine, type LineFee, nextLineFees, useLineFees } from "./api";

interface LineFeesProps {
  invoiceId: string;
  line: Pick<InvoiceLine, "id" | "label" | "feeCount">;
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
  const { of, readOn, isReading } = useReadOn(
    useLineFees(invoiceId, id),
    (after) => nextLineFees(invoiceId, id, after),
    t("lines.feesFailed"),
  );
  return (
    <Loaded of={of}>
      {(fees) => (
        <Stack gap={8}>
          <Fees fees={fees} caption={t("lines.feesOf", { label })} />
          {readOn && (
            <div>
              <Button kind="quiet" busy={isReading} onClick={readOn}>
                {t("lines.more", { count: feeCount - fees.length })}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
