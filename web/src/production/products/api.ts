import { client, resource, type Schemas, unwrap } from "@comptoir/kit";

export type ProjectProductRow = Schemas["ProjectProduct"];
export type ProjectProduct = Schemas["ProjectProductDetail"];
export type Variant = ProjectProduct["variants"][number];
export type ProjectProductStatus = ProjectProductRow["status"];
export type QuantityMode = ProjectProductRow["quantityMode"];
export type Fabric = NonNullable<ProjectProductRow["fabric"]>;

/** Projects count them, productions name them; their histories are told as those of a `project-product`. */
export const projectProducts = resource("/project-products", {
  also: ["project-product", "projects", "project-productions"],
  refusals: { ConflictProductUniqueException: null },
  saves: "patch",
});

/** Has what a store sells of a product sent to its fulfilment provider: the job. */
export const sendToFulfilment = async (id: string) =>
  (await unwrap(client.POST("/project-products/{id}/send", { params: { path: { id } } }))).data;
