import { ListPage, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { projects } from "../projects/api";
import { projectPaths } from "../projects/paths";
import { useProjectColumns } from "../projects/useProjectColumns";
import { useProjectStatuses } from "../projects/useProjectStatuses";

/** What a factory is not told: for whom it works, and who else does. */
const CONCEALED = ["organization", "productions"];

/** The projects of which a factory makes something, those that are to be done last first. */
export default function FactoryProjects() {
  const { t } = useTranslation(["factoryArea", "projects"]);
  const area = useArea();
  const state = useListState({ field: "estimatedAt", direction: "desc" });
  const columns = useProjectColumns().filter(({ id }) => !CONCEALED.includes(id));
  return (
    <ListPage
      title={t("projects:list.title")}
      name="projects"
      state={state}
      rows={projects.useList(state.cursor)}
      columns={columns}
      rowLabel={({ name }) => t("projects:list.row", { name })}
      rowTo={({ id }) => projectPaths.detail(area, id)}
      searchLabel={t("projects:list.search")}
      filters={[
        {
          kind: "oneOf",
          field: "status",
          label: t("projects:field.status"),
          options: useProjectStatuses(),
        },
        { kind: "dates", field: "estimatedAt", label: t("projects:field.estimatedAt"), future: true },
      ]}
      resource={t("projects:list.resource")}
      empty={{ icon: "project", title: t("projects:list.empty.title"), text: t("projects.none") }}
    />
  );
}
