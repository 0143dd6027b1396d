import { Can, type FilterOffer, ListPage, useCan, useIsStaff, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { organizationRecords } from "../../organizations/records";
import { useStoreFilter } from "../../stores/records";
import { SendInvoices } from "../accounting/SendInvoices";
import { SalesJournal } from "../journal/SalesJournal";
import { READ_INVOICE, WRITE_INVOICE } from "../permissions";
import { StatementLinks } from "../statement/StatementLinks";
import { invoices, type WorkAction } from "./api";
import { MissingInvoices } from "./MissingInvoices";
import { invoicePaths } from "./paths";
import { useInvoiceActions } from "./useInvoiceActions";
import { useInvoiceColumns } from "./useInvoiceColumns";
import { useInvoiceKinds, useInvoiceStatuses, useStatusNames } from "./useInvoiceWords";
import { useInvoiceWork } from "./work/useInvoiceWork";

function useFilters(): FilterOffer<"invoices">[] {
  const { t } = useTranslation(["invoices", "finance"]);
  const isStaff = useIsStaff();
  const seesOrganizations = useCan()("READ_ORGANIZATION") && isStaff;
  const kinds = useInvoiceKinds();
  const names = useStatusNames();
  const { company, customer, bank } = useInvoiceStatuses();
  const { 0: draft, ...issued } = company;
  const ofOrganizations: FilterOffer<"invoices">[] = [
    { kind: "record", field: "organizationId", label: t("field.organization"), source: organizationRecords },
  ];
  return [
    ...useStoreFilter(t("finance:field.store")),
    ...(seesOrganizations ? ofOrganizations : []),
    { kind: "dates", field: "startAt", label: t("field.startAt"), future: true },
    { kind: "oneOf", field: "kind", label: t("field.kind"), options: kinds },
    // Customers see no drafts.
    { kind: "oneOf", field: "companyStatus", label: names.company, options: isStaff ? company : issued },
    { kind: "oneOf", field: "customerStatus", label: names.customer, options: customer },
    { kind: "oneOf", field: "bankStatus", label: names.bank, options: bank },
  ];
}

/** What may be done with many at once: by those who change them, and by whoever reads them. */
const READERS: WorkAction[] = ["DOWNLOAD"];
const ALL: WorkAction[] = ["ISSUE", "SEND", "REMIND", "MARK_PAID", ...READERS];

/** All invoices and credit notes that one may see, newest first; to staff the stores that lack one as well. */
export default function InvoiceList() {
  const { t } = useTranslation("invoices");
  const area = useArea();
  const isStaff = useIsStaff();
  const isEditable = useCan()(WRITE_INVOICE) && isStaff;
  const actions = useInvoiceActions();
  const { bulk, window } = useInvoiceWork(isEditable ? ALL : READERS);
  const state = useListState({ field: "createdAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="invoices"
      state={state}
      rows={invoices.useList(state.cursor)}
      columns={useInvoiceColumns()}
      rowLabel={({ title }) => t("list.row", { title })}
      rowTo={({ id }) => invoicePaths.detail(area, id)}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("list.search")}
      filters={useFilters()}
      bulk={(selection) => (
        <>
          {bulk(selection)}
          {isEditable && <SendInvoices selection={selection} />}
        </>
      )}
      exportAs={invoices.export}
      resource={t("list.resource")}
      create={{ to: invoicePaths.create(area), label: t("create.action") }}
      actions={isStaff ? <SalesJournal /> : <StatementLinks />}
      head={
        <Can permission={[READ_INVOICE, "READ_STORE"]} staff>
          <MissingInvoices />
        </Can>
      }
      empty={{
        icon: "invoice",
        title: t("list.empty.title"),
        text: isStaff ? t("list.empty.admin") : t("list.empty.customer"),
      }}
    >
      {window}
    </ListPage>
  );
}
