import { DateTime, NONE, Quiet, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";

const words = (value: unknown) =>
  value === null || value === undefined || value === ""
    ? NONE
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

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
              entry.changes.map((change) => (
                <div key={change.field}>
                  <Quiet>{change.field}</Quiet> {words(change.before)} → {words(change.after)}
                </div>
              ))
            ),
        },
      ]}
    />
  );
}
