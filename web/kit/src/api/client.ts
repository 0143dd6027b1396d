import createClient from "openapi-fetch";
import { sendOnce } from "./attempts";
import { errorOf, toApiError } from "./error";
import type { components } from "./schema";
import type { ApiPaths, Method } from "./types";

/** The host's types by name: `Schemas["OrderRow"]`. */
export type Schemas = components["schemas"];

/** The envelope of every answer. */
export interface Envelope<T = unknown> {
  data: T;
  meta?: Partial<Schemas["Meta"]>;
}

/** The typed client of the host's API. Screens use the hooks of `hooks.ts`, which add one error path. */
export const client = createClient<ApiPaths>({
  // Absolute, as Node's Request (under tests) takes no relative address.
  baseUrl: `${location.origin}/api`,
  credentials: "same-origin",
  fetch: sendOnce,
});

/** The answer of a call of `client`, or the ApiError it deserves. */
export async function unwrap<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw toApiError(reason);
  });
  if (!response.ok) throw errorOf(response, error);
  return data as NonNullable<T>;
}

type UncheckedCall = (
  method: Method,
  path: string,
  init: object,
) => Promise<{ data?: Envelope; error?: unknown; response: Response }>;

/** A call for those who check its types themselves, by `types.ts`; nothing where the answer is empty. */
export const call = (method: Method, path: string, init: object): Promise<Envelope | undefined> =>
  unwrap((client.request as unknown as UncheckedCall)(method, path, init));
