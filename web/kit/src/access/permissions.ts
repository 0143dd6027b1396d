/** The permissions of the specification. The server is who decides; here they only hide what would be refused. */
export const PERMISSIONS = [
  "SUPER_ADMIN",
  "READ_ADMIN",
  "WRITE_ADMIN",
  "READ_AUDIT",
  "WRITE_AUDIT",
  "READ_CONNECTOR",
  "WRITE_CONNECTOR",
  "READ_FACTORY",
  "WRITE_FACTORY",
  "READ_FEE",
  "WRITE_FEE",
  "READ_INVOICE",
  "WRITE_INVOICE",
  "READ_ORDER",
  "WRITE_ORDER",
  "READ_ORGANIZATION",
  "WRITE_ORGANIZATION",
  "READ_PRODUCT",
  "WRITE_PRODUCT",
  "READ_PROJECT",
  "WRITE_PROJECT",
  "READ_PROJECT_CALL",
  "WRITE_PROJECT_CALL",
  "READ_PROJECT_PRODUCT",
  "WRITE_PROJECT_PRODUCT",
  "READ_PROJECT_PRODUCTION",
  "WRITE_PROJECT_PRODUCTION",
  "READ_STORE",
  "WRITE_STORE",
  "READ_USER",
  "WRITE_USER",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Whether a holder of `held` may do what asks for `asked`. SUPER_ADMIN implies everything. */
export function permits(held: readonly string[], asked: string | null | undefined): boolean {
  return !asked || held.includes("SUPER_ADMIN") || held.includes(asked);
}
