import {
  Button,
  type Column,
  DataTable,
  Empty,
  FormSection,
  StatusBadge,
  useListState,
  useMayOpen,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { type AuditProduct, auditProducts } from "./api";
import { chartPaths } from "./paths";
import { useRecordFormats } from "./useRecordFormats";

// For the pages of others.
fetchTexts("charts");

const rowKey = ({ id }: AuditProduct) => id;

function useColumns(): Column<AuditProduct, "auditProducts">[] {
  const { t } = useTranslation("charts");
  const formats = useRecordFormats();
  return useMemo(
    () => [
      { id: "name", header: t("field.name"), cell: ({ name }) => name, sortable: true, card: "title" },
      { id: "sku", header: t("field.sku"), cell: ({ sku }) => sku, card: "fact" },
      { id: "barcode", header: t("field.barcode"), cell: ({ barcode }) => barcode, card: "fact" },
      { id: "format", header: t("field.format"), cell: ({ format }) => formats[format], card: "fact" },
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

/** The records of a store that chart compilers count. */
export function ChartProductList({ storeId }: { storeId: string }) {
  const { t } = useTranslation("charts");
  const area = useArea();
  const state = useListState({ field: "name", direction: "asc" });
  const to = chartPaths.create(area, storeId);
  const createTo = useMayOpen()(to) ? to : undefined;
  const create = createTo && (
    <Button icon="add" to={createTo}>
      {t("create.action")}
    </Button>
  );
  return (
    <FormSection title={t("list.title")} description={t("list.text")}>
      {create && <div>{create}</div>}
      <DataTable
        caption={t("list.title")}
        state={state}
        rows={auditProducts(storeId).useList(state.cursor)}
        columns={useColumns()}
        rowKey={rowKey}
        rowLabel={({ name }) => t("list.row", { name })}
        rowTo={({ id }) => chartPaths.detail(area, storeId, id)}
        createTo={createTo}
        searchLabel={t("list.search")}
        empty={
          <Empty icon="product" title={t("list.empty.title")}>
            {createTo ? t("list.empty.create") : t("list.empty.ask")}
          </Empty>
        }
      />
    </FormSection>
  );
}
