import { type FilterOffer, ListPage, useCan, useIsStaff, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { useStoreFilter } from "../../stores/records";
import { chargeRecords } from "../charges/records";
import { WRITE_FINANCE } from "../permissions";
import { useCategoryOptions, useFeeCauses } from "../useFinanceWords";
import { fees } from "./api";
import { feePaths } from "./paths";
import { useFeeActions } from "./useFeeActions";
import { useFeeColumns } from "./useFeeColumns";

function useFilters(): FilterOffer<"fees">[] {
  const { t } = useTranslation(["fees", "finance"]);
  const isStaff = useIsStaff();
  // Customers are not told of charges.
  const ofCharges: FilterOffer<"fees">[] = [
    { kind: "record", field: "causeId", label: t("finance:cause.CHARGE"), source: chargeRecords },
  ];
  return [
    { kind: "dates", field: "initiatedAt", label: t("field.initiatedAt"), future: true },
    { kind: "oneOf", field: "category", label: t("finance:field.category"), options: useCategoryOptions() },
    ...useStoreFilter(t("finance:field.store")),
    { kind: "oneOf", field: "cause", label: t("finance:field.cause"), options: useFeeCauses() },
    { kind: "numbers", field: "customerAmount", label: t("finance:field.customerAmount"), suffix: "€" },
    ...(isStaff ? ofCharges : []),
  ];
}

/** All fees that one may see, newest first. */
export default function FeeList() {
  const { t } = useTranslation(["fees", "finance"]);
  const area = useArea();
  const isStaff = useIsStaff();
  const isEditable = useCan()(WRITE_FINANCE) && isStaff;
  const actions = useFeeActions();
  const state = useListState({ field: "initiatedAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="fees"
      state={state}
      rows={fees.useList(state.cursor)}
      columns={useFeeColumns()}
      rowLabel={({ type }) => t("list.row", { type })}
      rowTo={({ id }) => feePaths.detail(area, id)}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={fees.export}
      resource={t("list.resource")}
      create={{ to: feePaths.create(area), label: t("create.action") }}
      empty={{
        icon: "fee",
        title: t("list.empty.title"),
        text: isStaff ? t("list.empty.admin") : t("list.empty.customer"),
      }}
    />
  );
}
