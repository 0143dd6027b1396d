import type { Asked } from "@comptoir/kit";

/** What the form to make an order takes: it reads stores and their articles. */
export const MAKE_ORDER: Asked = ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"];
