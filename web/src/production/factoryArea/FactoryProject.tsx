import { Facts, Quiet, RecordPage, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Project, projects } from "../projects/api";
import { ProjectFiles } from "../projects/ProjectFiles";
import { ProjectStatus } from "../projects/ProjectStatus";
import { projectPaths } from "../projects/paths";
import { Productions } from "./Productions";
import { Products } from "./Products";

function View({ project }: { project: Project }) {
  const { t } = useTranslation(["factoryArea", "projects"]);
  const { date } = useFormats();
  const { id: factoryId = "" } = useArea();
  const { id, estimatedAt, files } = project;
  const filters = [
    { field: "projectId", values: [id] },
    { field: "factoryId", values: [factoryId] },
  ];
  return (
    <>
      <Section title={t("projects:section.project")}>
        <Facts facts={[{ label: t("projects:field.estimatedAt"), value: date(estimatedAt) }]} />
      </Section>
      <Section title={t("productions.title")}>
        <Productions
          label={t("productions.title")}
          filters={filters}
          empty={<Quiet>{t("productions.none.title")}</Quiet>}
        />
      </Section>
      <Products projectId={id} />
      {(["moodboard", "other"] as const).map(
        (type) =>
          files.some((each) => each.type === type) && (
            <ProjectFiles key={type} project={project} type={type} />
          ),
      )}
    </>
  );
}

/** One project as a factory sees it: what it has to make of it, what that is, and its files. */
export default function FactoryProject() {
  const { t } = useTranslation("projects");
  const area = useArea();
  const { projectId } = projectPaths.detail.useIds();
  return (
    <RecordPage
      of={[projectId]}
      useRecord={projects.useOne}
      breadcrumbs={[{ label: t("list.title"), to: projectPaths.list(area) }]}
      title={({ name }) => name}
      mark={(project) => <ProjectStatus project={project} />}
    >
      {(project) => <View project={project} />}
    </RecordPage>
  );
}
