import { RecordPage, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { ProductFile } from "../files/api";
import { ProductFiles } from "../files/ProductFiles";
import { type ProjectProduct, projectProducts } from "../products/api";
import { ProductMoves } from "../products/ProductMoves";
import { ProductStatus } from "../products/ProductStatus";
import { ProductView } from "../products/ProductView";
import { projectProductPaths } from "../products/paths";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";
import { outbox } from "./outbox";
import { useSee } from "./useSending";

/** That one has seen a version, which waits for the network or was refused. */
function useSign() {
  const { t } = useTranslation("factoryArea");
  const all = outbox.useWaiting();
  return ({ id }: ProductFile) => {
    const waiting = all.find(({ what }) => what.kind === "seen" && what.fileId === id);
    if (waiting?.what.kind !== "seen") return undefined;
    const { level } = waiting.what;
    if (waiting.refusal)
      return <StatusBadge tone="critical">{t("waiting.seenRefused", { level })}</StatusBadge>;
    return (
      <StatusBadge tone="attention" icon="clock">
        {t("waiting.seenWaits", { level })}
      </StatusBadge>
    );
  };
}

function View({ projectId, product }: { projectId: string; product: ProjectProduct }) {
  const seeing = { see: useSee(projectId, product), sign: useSign() };
  return (
    <>
      <ProductView product={product} />
      <ProductFiles productId={product.id} isEditable={false} seeing={seeing} />
    </>
  );
}

/** One product as a factory sees it: what it is, in which sizes, what is printed of it, and its files, which one says to have seen. */
export default function FactoryProduct() {
  const { projectId, productId } = projectProductPaths.detail.useIds();
  return (
    <RecordPage
      of={[productId]}
      useRecord={projectProducts.useOne}
      breadcrumbs={useProjectCrumbs(projectId)}
      title={({ name }) => name}
      mark={(product) => <ProductStatus product={product} />}
      actions={(product, leave) => <ProductMoves product={product} isEditable={false} onGone={leave} />}
    >
      {(product) => <View projectId={projectId} product={product} />}
    </RecordPage>
  );
}
