import { type FilterOffer, ListPage, useCan, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { organizations } from "./api";
import { useOrganizationActions } from "./OrganizationActions";
import { organizationPaths } from "./paths";
import { useOrganizationColumns } from "./useOrganizationColumns";

function useFilters(): FilterOffer<"organizations">[] {
  const { t } = useTranslation("organizations");
  const archived = { no: t("list.inUse"), yes: t("archived") };
  return [
    { kind: "oneOf", field: "archived", label: t("column.archived"), options: archived },
    { kind: "dates", field: "createdAt", label: t("column.created") },
  ];
}

/** Every merchant, by name; archived ones when asked for. */
export default function OrganizationList() {
  const { t } = useTranslation("organizations");
  const area = useArea();
  const canWrite = useCan()("WRITE_ORGANIZATION");
  const actions = useOrganizationActions();
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      create={{ to: organizationPaths.create(area), label: t("create.action") }}
      name="organizations"
      state={state}
      rows={organizations.useList(state.cursor)}
      columns={useOrganizationColumns()}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={({ id }) => organizationPaths.detail(area, id)}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={organizations.export}
      resource={t("list.resource")}
      rowActions={canWrite ? actions : undefined}
      empty={{ icon: "organization", title: t("list.empty"), text: t("list.emptyText") }}
    />
  );
}
