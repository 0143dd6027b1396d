import { useTranslation } from "react-i18next";
import { SimpleTable } from "../display/SimpleTable";
import { NONE } from "../display/values";
import { Quiet } from "../layout/parts";
import type { Fault } from "./useCheck";

/** What is wrong with a file, by line and column. `count` is how many there are, of which `faults` may be the first. */
export function FaultTable({ faults, count }: { faults: Fault[]; count: number }) {
  const { t } = useTranslation("parts");
  return (
    <>
      <SimpleTable
        caption={t("import.faults")}
        rows={faults}
        rowKey={(fault) => `${fault.line} ${fault.column} ${fault.heading} ${fault.message}`}
        columns={[
          { id: "line", header: t("import.line"), align: "right", cell: ({ line }) => line },
          {
            id: "column",
            header: t("import.column"),
            align: "right",
            cell: ({ column }) => column ?? NONE,
          },
          { id: "heading", header: t("import.heading"), cell: ({ heading }) => heading || NONE },
          { id: "message", header: t("import.message"), cell: ({ message }) => message },
        ]}
      />
      {count > faults.length && <Quiet>{t("import.more", { count: count - faults.length })}</Quiet>}
    </>
  );
}
