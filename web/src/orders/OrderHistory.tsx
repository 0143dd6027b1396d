import { DateTime, NONE, Quiet, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";
import { useStatuses } from "./useStatuses";

type Change = Order["history"][number]["changes"][number];

/** One field's change, in words: a status goes by its name, not by its code. */
function FieldChange({ change }: { change: Change }) {
  const { t } = useTranslation("orders");
  const statuses = useStatuses();
  const fields: Record<string, string> = {
    status: t("history.status"),
    trackingNumber: t("history.trackingNumber"),
  };
  const words = (value: unknown) => {
    if (value === null || value === undefined || value === "") return NONE;
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return change.field === "status" ? (statuses[text]?.label ?? text) : text;
  };
  return (
    <div>
      <Quiet>{fields[change.field] ?? change.field}</Quiet> {words(change.before)} → {words(change.after)}
    </div>
  );
}

/** Who changed what, newest first. */
export function OrderHistory({ history }: { history: Order["history"] }) {
  const { t } = useTranslation("orders");
  return (
    <SimpleTable
      caption={t("detail.history")}
      rows={history}
      rowKey={(entry) => `${entry.at} ${entry.action} ${entry.actor}`}
      columns={[
        { id: "at", header: t("history.at"), cell: (entry) => <DateTime at={entry.at} /> },
        { id: "actor", header: t("history.actor"), cell: (entry) => entry.actor },
        {
          id: "changes",
          header: t("history.changes"),
          cell: (entry) =>
            entry.changes.length === 0 ? (
              <Quiet>{entry.action}</Quiet>
            ) : (
              entry.changes.map((change) => <FieldChange key={change.field} change={change} />)
            ),
        },
      ]}
    />
  );
}
