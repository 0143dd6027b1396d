import { Button, Empty, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { ProjectPage } from "../projects/ProjectPage";
import { ProductionBoard } from "./ProductionBoard";
import { productionPaths } from "./paths";

/** The productions of a project by their status. */
export default function ProjectProductions() {
  const { t } = useTranslation("productions");
  const { projectId } = productionPaths.board.useIds();
  const to = productionPaths.create(useArea(), projectId);
  const create = useMayOpen()(to) && (
    <Button kind="primary" icon="add" to={to} shortcut="create">
      {t("create.action")}
    </Button>
  );
  return (
    <ProjectPage width="full" actions={() => create}>
      {({ id }) => (
        <ProductionBoard
          filters={[{ field: "projectId", values: [id] }]}
          empty={
            <Empty icon="board" title={t("list.empty.title")} action={create}>
              {t("list.empty.text")}
            </Empty>
          }
        />
      )}
    </ProjectPage>
  );
}
