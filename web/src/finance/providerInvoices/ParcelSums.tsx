import { Button, Figure, type ListState, Loaded, Money, SimpleTable, Tabs } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SignedAmount } from "../SignedAmount";
import { type ParcelSum, type SumBy, useParcelSums } from "./api";
import { useSumName } from "./useSumName";
import { FIELD_OF, isNarrowedTo } from "./values";

interface TableProps {
  invoiceId: string;
  by: SumBy;
  /** Of the parcels below, which a row narrows to its own. */
  state: ListState;
}

/** A row's name, which shows its parcels alone, and pressed again all of them. */
function Name({ sum, by, state }: { sum: ParcelSum; by: SumBy; state: ListState }) {
  const { t } = useTranslation("providerInvoices");
  const name = useSumName(by)(sum);
  const field = FIELD_OF[by];
  const isAlone = isNarrowedTo(state.query, field, sum.key);
  const press = () => (isAlone ? state.clear(field) : state.filter({ field, values: [sum.key] }));
  return (
    <Button kind="quiet" icon={isAlone ? "close" : undefined} onClick={press}>
      {isAlone ? t("sum.all", { name }) : name}
    </Button>
  );
}

function SumTable({ invoiceId, by, state }: TableProps) {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  const sums = useParcelSums(invoiceId, by);
  const of = {
    STORE: t("finance:field.store"),
    CARRIER: t("field.carrier"),
    COUNTRY: t("field.country"),
  }[by];
  const figure = (id: "parcels" | "exceptions", header: string) => ({
    ...{ id, header, align: "right" as const },
    cell: (row: ParcelSum) => <Figure value={row[id]} />,
  });
  const money = (id: "amount" | "business" | "consumer" | "charged", header: string) => ({
    ...{ id, header, align: "right" as const },
    cell: (row: ParcelSum) => <Money amount={row[id]} />,
  });
  return (
    <Loaded of={sums} lines={4}>
      {(rows) => (
        <SimpleTable
          caption={t("sum.caption", { of })}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            { id: "name", header: of, cell: (sum) => <Name sum={sum} by={by} state={state} /> },
            figure("parcels", t("sum.parcels")),
            figure("exceptions", t("sum.exceptions")),
            money("amount", t("field.parcelAmount")),
            {
              id: "overcharged",
              header: t("sum.beyond"),
              align: "right",
              cell: ({ overcharged }) => <SignedAmount amount={overcharged} tone={() => "critical"} />,
            },
            money("business", t("field.business")),
            money("consumer", t("field.consumer")),
            money("charged", t("field.charged")),
          ]}
        />
      )}
    </Loaded>
  );
}

/** What the parcels of an invoice come to by store, carrier or country; a row narrows the list of parcels to its own. */
export function ParcelSums({ invoiceId, state }: Omit<TableProps, "by">) {
  const { t } = useTranslation("providerInvoices");
  const names = { STORE: t("sum.STORE"), CARRIER: t("sum.CARRIER"), COUNTRY: t("sum.COUNTRY") };
  return (
    <Tabs
      label={t("sum.title")}
      name="by"
      tabs={(["STORE", "CARRIER", "COUNTRY"] as const).map((by) => ({
        id: by.toLowerCase(),
        label: names[by],
        content: <SumTable invoiceId={invoiceId} by={by} state={state} />,
      }))}
    />
  );
}
