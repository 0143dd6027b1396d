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

/** What users of each role may be granted (specification, document 2, section 6). */
export const GRANTABLE: Record<"admin" | "customer" | "factory", readonly Permission[]> = {
  admin: PERMISSIONS,
  customer: [
    "READ_AUDIT",
    "READ_FEE",
    "READ_INVOICE",
    "READ_ORDER",
    "WRITE_ORDER",
    "READ_ORGANIZATION",
    "READ_PRODUCT",
    "READ_STORE",
    "READ_USER",
    "WRITE_USER",
  ],
  factory: ["READ_FACTORY", "READ_PROJECT", "READ_USER", "WRITE_USER"],
};

/** What something asks for: nothing, a permission, several together, or one of several. */
export type Requirement =
  | Permission
  | string
  | readonly (Permission | string)[]
  | { oneOf: readonly Permission[] }
  | null
  | undefined;

/** Whether a holder of `granted` may do what asks for `required`. SUPER_ADMIN implies everything. */
export function permits(granted: readonly string[], required: Requirement): boolean {
  if (!required || granted.includes("SUPER_ADMIN")) return true;
  if (typeof required === "string") return granted.includes(required);
  if ("oneOf" in required) return required.oneOf.some((each) => granted.includes(each));
  return required.every((each) => granted.includes(each));
}
