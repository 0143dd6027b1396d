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

test.each([
  [{ plugin: "shopify", retryAfterSeconds: 7 }, 7],
  [{ retryAfterSeconds: 120 }, 120],
  [{ retryAfterSeconds: 3_600 }, undefined],
  [{ plugin: "shopify" }, undefined],
  [null, undefined],
  [[{ field: "name", code: "required" }], undefined],
])("of %j is asked again after %s seconds", (payload, seconds) => {
  expect(new ApiError(503, { name: "ConnectorException", payload }).retryAfter).toBe(seconds);
});
