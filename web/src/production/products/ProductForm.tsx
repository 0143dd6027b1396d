import { ApiError, CreatePage, EditForm, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { isEan } from "../../products/names";
import { projects } from "../projects/api";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";
import { type ProjectProduct, projectProducts } from "./api";
import { ProductFields } from "./ProductFields";
import { projectProductPaths } from "./paths";
import { NEW_PRODUCT, type ProductValues, skuProblems, toInput, toValues } from "./values";

/** Refuses what the fields themselves cannot: SKUs that are not filled in or come twice, an EAN that is none. */
function useCheck() {
  const { t } = useTranslation("projectProducts");
  return ({ variants }: ProductValues) => {
    const messages = { bare: t("variant.skuBare"), twice: t("variant.skuTwice") };
    const payload = [...skuProblems(variants)].map(([at, code]) => ({
      field: `variants[${at}].sku`,
      code: code as string,
      message: messages[code],
    }));
    variants.forEach(({ ean }, at) => {
      if (isEan(ean)) return;
      payload.push({ field: `variants[${at}].ean`, code: "ean", message: t("variant.eanWrong") });
    });
    if (payload.length > 0) throw new ApiError(400, { name: "BadRequestSchemaException", payload });
  };
}

/** The form for a new product of a project. */
export default function NewProduct() {
  const { t } = useTranslation("projectProducts");
  const area = useArea();
  const { projectId } = projectProductPaths.create.useIds();
  const { data: project } = projects.useOne(projectId);
  const check = useCheck();
  const create = async (values: ProductValues) => {
    check(values);
    return projectProducts.create({ ...toInput(values), projectId });
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[
        ...useProjectCrumbs(projectId),
        { label: t("list.title"), to: projectProductPaths.list(area, projectId) },
      ]}
    >
      <NewForm
        initial={NEW_PRODUCT}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => projectProductPaths.detail(area, projectId, id)}
      >
        {(form) => <ProductFields form={form} organizationId={project?.organization?.id} isNew />}
      </NewForm>
    </CreatePage>
  );
}

/** The form of a product that is there. */
export function ProductForm({ product }: { product: ProjectProduct }) {
  const { t } = useTranslation("projectProducts");
  const check = useCheck();
  return (
    <EditForm
      record={product}
      toValues={toValues}
      save={(read, values) => {
        check(values);
        return projectProducts.save(read, toInput(values));
      }}
      kept={toValues}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => projectProducts.read(product.id)}
    >
      {(form, { organization, tags }) => (
        <ProductFields form={form} organizationId={organization?.id} tags={tags} />
      )}
    </EditForm>
  );
}
