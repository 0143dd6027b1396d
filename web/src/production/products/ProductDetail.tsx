import { Banner, History, Notes, RecordPage, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { ProductFiles, useFileFields } from "../files/ProductFiles";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";
import { type ProjectProduct, type ProjectProductStatus, projectProducts } from "./api";
import { ProductForm } from "./ProductForm";
import { ProductMoves } from "./ProductMoves";
import { ProductStatus } from "./ProductStatus";
import { ProductView } from "./ProductView";
import { projectProductPaths } from "./paths";
import { WRITE_PRODUCTS } from "./permissions";
import { useProductStatuses } from "./useProductStatuses";

/** What is settled or was given up changes once it is opened again. */
const isOpen = ({ status }: ProjectProduct) => status !== "READY" && status !== "CANCELED";

function Locked({ product: { status, reason } }: { product: ProjectProduct }) {
  const { t } = useTranslation("projectProducts");
  const { label } = useProductStatuses()[status];
  return (
    <Banner tone="info" title={t("edit.locked", { status: label })}>
      {reason && <p>{reason}</p>}
      <p>{t("edit.unlock")}</p>
    </Banner>
  );
}

function ProductHistory({ id }: { id: string }) {
  const { t } = useTranslation(["projectProducts", "projects"]);
  const statuses = useProductStatuses();
  const modes = { split: t("quantityMode.split"), normal: t("quantityMode.normal") };
  const words: Record<string, (value: unknown) => string | undefined> = {
    status: (value) => statuses[value as ProjectProductStatus]?.label,
    quantityMode: (value) => modes[value as keyof typeof modes],
  };
  return (
    <History
      entity="project-product"
      id={id}
      values={(field, value) => words[field]?.(value)}
      fields={{
        name: t("field.name"),
        color: t("field.color"),
        fabric: t("field.fabricWeight"),
        fit: t("field.fit"),
        quantityMode: t("field.quantityMode"),
        quantity: t("field.total"),
        store: t("field.store"),
        storeProduct: t("field.storeProduct"),
        tags: t("section.tags"),
        variants: t("variant.title"),
        status: t("field.status"),
        reason: t("projects:moves.reason"),
        ...useFileFields(),
      }}
    />
  );
}

/** One product: its form, or what it is for those who only read; what staff say of it; its history. */
export default function ProductDetail() {
  const { t } = useTranslation("projectProducts");
  const area = useArea();
  const { projectId, productId } = projectProductPaths.detail.useIds();
  const crumbs = useProjectCrumbs(projectId);
  const isEditable = useCan()(WRITE_PRODUCTS);
  return (
    <RecordPage
      of={[productId]}
      useRecord={projectProducts.useOne}
      breadcrumbs={[...crumbs, { label: t("list.title"), to: projectProductPaths.list(area, projectId) }]}
      title={({ name }) => name}
      mark={(product) => <ProductStatus product={product} />}
      actions={(product, leave) => <ProductMoves product={product} isEditable={isEditable} onGone={leave} />}
    >
      {(product) => (
        <>
          {isEditable && !isOpen(product) && <Locked product={product} />}
          {isEditable && isOpen(product) ? (
            <ProductForm product={product} />
          ) : (
            <ProductView product={product} />
          )}
          <ProductFiles productId={product.id} isEditable={isEditable} isSettled={!isOpen(product)} />
          <Notes relationId={product.id} />
          <ProductHistory id={product.id} />
        </>
      )}
    </RecordPage>
  );
}
