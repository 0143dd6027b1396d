import type {
  MediaType,
  PathsWithMethod,
  ResponseObjectMap,
  SuccessResponse,
} from "openapi-typescript-helpers";
import type { components, paths } from "./schema";

// What the API's description says of its calls, by path and method.

/** Every call of the API, those of our own plugins too. Another plugin adds its own: `PortalResources` shows how. */
export interface ApiPaths extends paths {}

export type Method = "get" | "post" | "put" | "patch" | "delete";
/** The paths that take a method. */
export type PathOf<M extends Method> = PathsWithMethod<ApiPaths, M>;
type Operation<P, M extends Method> =
  P extends PathOf<M> ? (ApiPaths[P] extends Record<M, infer Call> ? Call : never) : never;

/** The JSON that a call takes. */
export type Body<P, M extends Method> =
  Operation<P, M> extends { requestBody?: infer Request }
    ? NonNullable<Request> extends { content: { "application/json": infer T } }
      ? T
      : never
    : never;

/** The whole answer of a call that went well. */
export type Answer<P, M extends Method = "get"> =
  Operation<P, M> extends infer Call extends Record<string | number, unknown>
    ? SuccessResponse<ResponseObjectMap<Call>, MediaType>
    : never;

/** What the answer of a call holds under `data`. */
export type Data<P, M extends Method = "get"> = Answer<P, M> extends { data: infer T } ? T : never;

/** The paths of lists that the host pages. */
export type ListPath = PathAnswering<{ data: unknown[]; meta: components["schemas"]["Meta"] }>;
/** The paths of lists that a plugin pages, by number. */
export type PluginListPath = PathAnswering<{ data: unknown[]; meta: { total: number } }>;
/** The paths of lists that are told as a whole. */
export type WholeListPath = PathAnswering<{ data: unknown[] }>;
type PathAnswering<Shape> = {
  [P in PathOf<"get">]: Answer<P> extends Shape ? P : never;
}[PathOf<"get">];

/** A row of a list. */
export type RowOf<P> = Data<P> extends (infer Row)[] ? Row : never;

/** What stands beside the rows of a list. */
export type MetaOf<P> = Answer<P> extends { meta: infer Meta extends object } ? Meta : never;

/** How a plugin that is not ours describes a list of its own: `interface ApiPaths { "/acme/order": PluginList<Order> }`. */
export interface PluginList<Row> {
  get: {
    parameters: { query?: { page?: number; size?: number; search?: string } };
    responses: { 200: { content: { "application/json": { data: Row[]; meta: { total: number } } } } };
  };
}
