import { Columns, Figure, History, NONE, Notes, Stat, Tiles, useCan, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { productionPaths } from "../productions/paths";
import { projectProductPaths } from "../products/paths";
import type { Project } from "./api";
import { ProjectFiles } from "./ProjectFiles";
import { ProjectMoves } from "./ProjectMoves";
import { ProjectPage } from "./ProjectPage";
import { ProjectStatus } from "./ProjectStatus";
import { useProjectStatuses } from "./useProjectStatuses";

/** What a project is at a glance. */
function Boxes({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const { date } = useFormats();
  const can = useCan();
  const area = useArea();
  const { id, product } = project;
  return (
    <Tiles minWidth={160}>
      <Stat label={t("field.name")} value={project.name} />
      <Stat label={t("field.organization")} value={project.organization?.name ?? NONE} />
      <Stat
        label={t("field.products")}
        value={
          <>
            <Figure value={product.done} /> / <Figure value={product.total} />
          </>
        }
        to={can("READ_PROJECT_PRODUCT") ? projectProductPaths.list(area, id) : undefined}
      />
      <Stat
        label={t("field.productions")}
        value={project.productions === null ? NONE : <Figure value={project.productions} />}
        to={can("READ_PROJECT_PRODUCTION") ? productionPaths.board(area, id) : undefined}
      />
      <Stat label={t("field.estimatedAt")} value={date(project.estimatedAt)} />
      <Stat label={t("field.status")} value={<ProjectStatus project={project} />}>
        {project.reason}
      </Stat>
    </Tiles>
  );
}

function ProjectHistory({ id }: { id: string }) {
  const { t } = useTranslation("projects");
  const statuses = useProjectStatuses();
  return (
    <History
      entity="project"
      id={id}
      values={(field, value) =>
        field === "status" ? statuses[value as Project["status"]]?.label : undefined
      }
      fields={{
        name: t("field.name"),
        organization: t("field.organization"),
        estimatedAt: t("field.estimatedAt"),
        status: t("field.status"),
        reason: t("moves.reason"),
        attachment: t("files.other.title"),
      }}
    />
  );
}

/** One project: what it is at a glance, its files and its moodboard, what staff say of it and who changed what. */
export default function ProjectOverview() {
  const isEditable = useCan()("WRITE_PROJECT");
  return (
    <ProjectPage
      actions={(project, leave) => isEditable && <ProjectMoves project={project} onGone={leave} />}
    >
      {(project) => (
        <>
          <Boxes project={project} />
          <Columns
            main={
              <>
                <ProjectFiles project={project} type="moodboard" isEditable />
                <Notes relationId={project.id} />
              </>
            }
            side={
              <>
                <ProjectFiles project={project} type="other" />
                <ProjectHistory id={project.id} />
              </>
            }
          />
        </>
      )}
    </ProjectPage>
  );
}
