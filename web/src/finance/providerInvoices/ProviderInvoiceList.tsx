import { type FilterOffer, ListPage, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { providerInvoices, useProviders } from "./api";
import { MappingRules } from "./MappingRules";
import { providerInvoicePaths } from "./paths";
import { useProviderInvoiceActions } from "./useProviderInvoiceActions";
import { useProviderInvoiceColumns } from "./useProviderInvoiceColumns";
import { useStepNames } from "./useProviderInvoiceWords";

function useFilters(): FilterOffer<"providerInvoices">[] {
  const { t } = useTranslation("providerInvoices");
  return [
    { kind: "oneOf", field: "status", label: t("field.status"), options: useStepNames() },
    { kind: "oneOf", field: "provider", label: t("field.provider"), options: useProviders() },
    { kind: "dates", field: "startAt", label: t("field.startAt") },
  ];
}

/** What providers billed, the last import first. */
export default function ProviderInvoiceList() {
  const { t } = useTranslation("providerInvoices");
  const area = useArea();
  const state = useListState({ field: "createdAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="providerInvoices"
      state={state}
      rows={providerInvoices.useList(state.cursor)}
      columns={useProviderInvoiceColumns()}
      rowLabel={({ label }) => t("list.row", { label })}
      rowTo={({ id }) => providerInvoicePaths.detail(area, id)}
      rowActions={useProviderInvoiceActions()}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={providerInvoices.export}
      resource={t("list.resource")}
      create={{ to: providerInvoicePaths.create(area), label: t("create.action") }}
      links={[{ to: providerInvoicePaths.margins(area), label: t("margins.title"), icon: "analytics" }]}
      actions={<MappingRules provider={null} />}
      empty={{ icon: "invoice", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
