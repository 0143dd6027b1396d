import { RecordPage } from "@comptoir/kit";
import { ProductFiles } from "../files/ProductFiles";
import { projectProducts } from "../products/api";
import { ProductMoves } from "../products/ProductMoves";
import { ProductStatus } from "../products/ProductStatus";
import { ProductView } from "../products/ProductView";
import { projectProductPaths } from "../products/paths";
import { useProjectCrumbs } from "../projects/useProjectCrumbs";

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
      {(product) => (
        <>
          <ProductView product={product} />
          <ProductFiles productId={product.id} isEditable={false} />
        </>
      )}
    </RecordPage>
  );
}
