import { Banner, Button } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Project } from "./api";
import { ProjectFiles } from "./ProjectFiles";
import { ProjectForm } from "./ProjectForm";
import { useProjectActions } from "./ProjectMoves";
import { ProjectPage } from "./ProjectPage";
import { useProjectStatuses } from "./useProjectStatuses";

function DeleteProject({ project, onGone }: { project: Project; onGone: () => void }) {
  const [remove] = useProjectActions(onGone)(project);
  return (
    <Button icon="delete" onClick={remove?.onClick}>
      {remove?.label}
    </Button>
  );
}

/** Why a project cannot be changed now. */
function Locked({ project: { status } }: { project: Project }) {
  const { t } = useTranslation("projects");
  const { label } = useProjectStatuses()[status];
  if (status === "DRAFT") return null;
  return (
    <Banner tone="info" title={t("edit.locked", { status: label })}>
      {status === "PENDING" && t("edit.unlock")}
    </Banner>
  );
}

/** What a project is, to be changed as long as it is a draft; its files; and the way to delete it. */
export default function ProjectSettings() {
  return (
    <ProjectPage actions={(project, leave) => <DeleteProject project={project} onGone={leave} />}>
      {(project) => (
        <>
          <Locked project={project} />
          <ProjectForm project={project} />
          <ProjectFiles project={project} type="other" isEditable />
        </>
      )}
    </ProjectPage>
  );
}
