import { Can, type FilterOffer, ListPage, useCan, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useStoreFilter } from "../../stores/records";
import { WRITE_FINANCE } from "../permissions";
import { useCategoryOptions } from "../useFinanceWords";
import { ApplyCharges } from "./ApplyCharges";
import { charges } from "./api";
import { chargePaths } from "./paths";
import { useChargeActions } from "./useChargeActions";
import { useChargeColumns } from "./useChargeColumns";

function useFilters(): FilterOffer<"charges">[] {
  const { t } = useTranslation(["charges", "finance"]);
  return [
    ...useStoreFilter(t("finance:field.store")),
    { kind: "oneOf", field: "category", label: t("finance:field.category"), options: useCategoryOptions() },
    { kind: "dates", field: "startedAt", label: t("field.startedAt"), future: true },
  ];
}

/** The recurring charges of all stores, those that began last first. */
export default function ChargeList() {
  const { t } = useTranslation("charges");
  const area = useArea();
  const isEditable = useCan()(WRITE_FINANCE);
  const actions = useChargeActions();
  const state = useListState({ field: "startedAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="charges"
      state={state}
      rows={charges.useList(state.cursor)}
      columns={useChargeColumns()}
      rowLabel={({ type }) => t("list.row", { type })}
      rowTo={({ id }) => chargePaths.detail(area, id)}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={charges.export}
      resource={t("list.resource")}
      actions={
        <Can permission={WRITE_FINANCE} staff>
          <ApplyCharges />
        </Can>
      }
      create={{ to: chargePaths.create(area), label: t("create.action") }}
      empty={{ icon: "charge", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
