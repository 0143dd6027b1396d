import { type Column, columnsOf, StatusBadge } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AuditProduct } from "./api";
import { useRecordFormats } from "./useRecordFormats";

const { text } = columnsOf<AuditProduct, "auditProducts">();

/** The columns of a store’s records. */
export function useChartProductColumns(): Column<AuditProduct, "auditProducts">[] {
  const { t } = useTranslation("charts");
  const formats = useRecordFormats();
  return useMemo(
    () => [
      text("name", t("field.name"), { sortable: true, card: "title" }),
      text("sku", t("field.sku"), { card: "fact" }),
      text("barcode", t("field.barcode"), { card: "fact" }),
      text("format", t("field.format"), { of: ({ format }) => formats[format], card: "fact" }),
      {
        id: "reportable",
        header: t("column.report"),
        cell: ({ reportable }) => (
          <StatusBadge tone={reportable ? "success" : "attention"}>
            {reportable ? t("status.reported") : t("status.leftOut")}
          </StatusBadge>
        ),
        card: "mark",
      },
    ],
    [t, formats],
  );
}
