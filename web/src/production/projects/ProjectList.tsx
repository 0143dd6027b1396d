import { type FilterOffer, ListPage, useCan, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { organizationRecords } from "../../organizations/records";
import { projects } from "./api";
import { useProjectActions } from "./ProjectMoves";
import { projectPaths } from "./paths";
import { useProjectColumns } from "./useProjectColumns";
import { useProjectStatuses } from "./useProjectStatuses";

function useFilters(): FilterOffer<"projects">[] {
  const { t } = useTranslation("projects");
  const statuses = useProjectStatuses();
  const byOrganization = useCan()("READ_ORGANIZATION");
  return [
    { kind: "oneOf", field: "status", label: t("field.status"), options: statuses },
    ...(byOrganization
      ? [
          {
            kind: "record",
            field: "organizationId",
            label: t("field.organization"),
            source: organizationRecords,
          } as const,
        ]
      : []),
    { kind: "dates", field: "estimatedAt", label: t("field.estimatedAt"), future: true },
  ];
}

/** The projects of all organizations, the newest first. */
export default function ProjectList() {
  const { t } = useTranslation("projects");
  const area = useArea();
  const isEditable = useCan()("WRITE_PROJECT");
  const actions = useProjectActions();
  const state = useListState({ field: "createdAt", direction: "desc" });
  return (
    <ListPage
      title={t("list.title")}
      name="projects"
      state={state}
      rows={projects.useList(state.cursor)}
      columns={useProjectColumns()}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={({ id }) => projectPaths.detail(area, id)}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={projects.export}
      resource={t("list.resource")}
      create={{ to: projectPaths.create(area), label: t("create.action") }}
      empty={{ icon: "project", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
