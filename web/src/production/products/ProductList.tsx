import {
  Button,
  cursorWithin,
  DataTable,
  Empty,
  type ExportBody,
  type FilterOffer,
  Row,
  useCan,
  useListState,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { productImportPaths } from "../import/paths";
import { LabelsBulk } from "../labels/LabelsBulk";
import type { Project } from "../projects/api";
import { ProjectPage } from "../projects/ProjectPage";
import { projectPaths } from "../projects/paths";
import { type ProjectProductRow, projectProducts } from "./api";
import { useProductActions } from "./ProductMoves";
import { projectProductPaths } from "./paths";
import { WRITE_PRODUCTS } from "./permissions";
import { useProductColumns } from "./useProductColumns";
import { useProductStatuses } from "./useProductStatuses";

const rowKey = ({ id }: ProjectProductRow) => id;

/** The ways to make products, for those who may. */
function useCreate(projectId: string) {
  const { t } = useTranslation(["projectProducts", "projectImport"]);
  const area = useArea();
  const to = projectProductPaths.create(area, projectId);
  const createTo = useMayOpen()(to) ? to : undefined;
  const buttons = createTo && (
    <Row>
      <Button icon="upload" to={productImportPaths.create(area, projectId)}>
        {t("projectImport:title")}
      </Button>
      <Button kind="primary" icon="add" to={createTo}>
        {t("create.action")}
      </Button>
    </Row>
  );
  return { createTo, buttons };
}

function Products({ project: { id } }: { project: Project }) {
  const { t } = useTranslation("projectProducts");
  const area = useArea();
  const { createTo, buttons } = useCreate(id);
  const isEditable = useCan()(WRITE_PRODUCTS);
  const actions = useProductActions();
  const state = useListState({ field: "createdAt", direction: "desc" });
  const within = (cursor: string) => cursorWithin(cursor, { field: "projectId", values: [id] });
  const filters: FilterOffer<"projectProducts">[] = [
    { kind: "oneOf", field: "status", label: t("field.status"), options: useProductStatuses() },
  ];
  return (
    <DataTable
      caption={t("list.title")}
      name="projectProducts"
      state={state}
      rows={projectProducts.useList(within(state.cursor))}
      columns={useProductColumns()}
      rowKey={rowKey}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={(product) => projectProductPaths.detail(area, id, product.id)}
      rowActions={isEditable ? actions : undefined}
      searchLabel={t("list.search")}
      filters={filters}
      exportAs={(body: ExportBody) => projectProducts.export({ ...body, cursor: within(body.cursor) })}
      resource={t("list.resource")}
      bulk={(selection) => <LabelsBulk selection={selection} />}
      createTo={createTo}
      empty={
        <Empty icon="product" title={t("list.empty.title")} action={buttons}>
          {t("list.empty.text")}
        </Empty>
      }
    />
  );
}

/** The products of a project. */
export default function ProductList() {
  const { buttons } = useCreate(projectPaths.detail.useIds().projectId);
  return (
    <ProjectPage width="full" actions={() => buttons}>
      {(project) => <Products project={project} />}
    </ProjectPage>
  );
}
