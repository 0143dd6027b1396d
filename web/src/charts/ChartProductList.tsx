import { Button, DataTable, Empty, FormSection, useListState, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { type AuditProduct, auditProducts } from "./api";
import { chartPaths } from "./paths";
import { useChartProductColumns } from "./useChartProductColumns";

// For the pages of others.
fetchTexts("charts");

const rowKey = ({ id }: AuditProduct) => id;

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
        columns={useChartProductColumns()}
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
