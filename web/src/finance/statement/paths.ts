import { storePaths } from "../../stores/paths";

/** Which part of a store's page its account is. */
export const ACCOUNT = "account";

/** A store's account. */
export const statementPath = (area: { base: string }, storeId: string) =>
  `${storePaths.detail(area, storeId)}?tab=${ACCOUNT}`;
