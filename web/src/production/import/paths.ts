import { address } from "@comptoir/kit";

/** The screen of the import of a project's products. */
export const productImportPaths = { create: address("project/:projectId/product/import") };
