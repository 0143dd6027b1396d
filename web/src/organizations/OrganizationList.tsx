import {
  type Column,
  DateTime,
  Figure,
  type FilterOffer,
  ListPage,
  NONE,
  useCan,
  useListState,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { Archived } from "./Archived";
import { type OrganizationRow, organizations } from "./api";
import { useOrganizationActions } from "./OrganizationActions";
import { organizationPaths } from "./paths";

function useColumns(): Column<OrganizationRow, "organizations">[] {
  const { t } = useTranslation("organizations");
  return useMemo(
    () => [
      { id: "name", header: t("field.name"), cell: ({ name }) => name, sortable: true, card: "title" },
      {
        id: "identifierNumber",
        header: t("field.identifierNumber"),
        cell: ({ identifierNumber }) => identifierNumber,
        card: "fact",
      },
      { id: "taxNumber", header: t("field.taxNumber"), cell: ({ taxNumber }) => taxNumber || NONE },
      { id: "city", header: t("column.city"), cell: ({ city }) => city || NONE, card: "fact" },
      {
        id: "storeCount",
        header: t("column.stores"),
        cell: ({ storeCount }) => <Figure value={storeCount} />,
        align: "right",
        card: "fact",
      },
      {
        id: "archived",
        header: t("column.archived"),
        cell: ({ archivedAt }) => <Archived at={archivedAt} />,
        card: "mark",
      },
      {
        id: "createdAt",
        header: t("column.created"),
        cell: ({ createdAt }) => <DateTime at={createdAt} />,
        align: "right",
        sortable: true,
      },
    ],
    [t],
  );
}

function useFilters(): FilterOffer<"organizations">[] {
  const { t } = useTranslation("organizations");
  const options = [
    { value: "no", label: t("list.inUse") },
    { value: "yes", label: t("archived") },
  ];
  return [
    { kind: "oneOf", field: "archived", label: t("column.archived"), options },
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
      columns={useColumns()}
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
