import { type FilterOffer, ListPage, useCan, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useStoreFilter } from "../../stores/records";
import { WRITE_FINANCE } from "../permissions";
import { commissions } from "./api";
import { commissionPaths } from "./paths";
import { useCommissionActions } from "./useCommissionActions";
import { useCommissionColumns } from "./useCommissionColumns";

function useFilters(): FilterOffer<"commissions">[] {
  const { t } = useTranslation(["commissions", "finance"]);
  return [
    ...useStoreFilter(t("finance:field.store")),
    { kind: "dates", field: "startAt", label: t("field.startAt"), future: true },
  ];
}

/** The tiers of all stores' commissions, those that began last first. */
export default function CommissionList() {
  const { t } = useTranslation("commissions");
  const area = useArea();
  const isEditable = useCan()(WRITE_FINANCE);
  const actions = useCommissionActions();
  const state = useListState({ field: "startAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="commissions"
      state={state}
      rows={commissions.useList(state.cursor)}
      columns={useCommissionColumns()}
      rowLabel={({ store }) => t("list.row", { store: store.name })}
      rowTo={({ id }) => commissionPaths.detail(area, id)}
      rowActions={isEditable ? actions : undefined}
      filters={useFilters()}
      exportAs={commissions.export}
      resource={t("list.resource")}
      create={{ to: commissionPaths.create(area), label: t("create.action") }}
      empty={{ icon: "commission", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
