import { expect, test } from "vitest";
import { ApiError } from "./error";

test.each([
  [503, "ConnectorException", "provider"],
  [502, "ConnectorException", "provider"],
  [504, "ConnectorException", "provider"],
  [400, "ConnectorException", "unknown"],
  [502, undefined, "offline"],
  [0, undefined, "offline"],
  [503, "RegistryUnavailableException", "unknown"],
  [403, "ForbiddenRoleException", "forbidden"],
])("an answer %s %s is shown as %s", (status, name, kind) => {
  expect(new ApiError(status, { name }).kind).toBe(kind);
});
