import { client, type Schemas, unwrap } from "@comptoir/kit";
import { projectProducts } from "../products/api";

export type ProductsImport = Schemas["ProjectProductsImport"];

/** Makes the products of a file, or only looks at it. */
export async function importProducts(
  projectId: string,
  file: File,
  preview: boolean,
): Promise<ProductsImport> {
  const form = new FormData();
  form.append("file", file, file.name);
  // The generated type describes the form's parts; a FormData is what is sent.
  const sent = { params: { query: { projectId, preview } }, body: form as never };
  const { data } = await unwrap(client.POST("/project-products/import-products", sent));
  if (data.created > 0) await projectProducts.refresh();
  return data;
}
