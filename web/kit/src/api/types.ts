import type {
  MediaType,
  PathsWithMethod,
  ResponseObjectMap,
  SuccessResponse,
} from "openapi-typescript-helpers";
import type { paths } from "./schema";

// What the API's description says of its calls, by path and method.

export type Method = "get" | "post" | "put" | "delete";
/** The paths that take a method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>;
type Operation<P, M extends Method> = P extends PathOf<M> ? NonNullable<paths[P][M]> : never;

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
export type ListPath = {
  [P in PathOf<"get">]: Answer<P> extends { data: unknown[]; meta: unknown } ? P : never;
}[PathOf<"get">];

/** A row of a list. */
export type RowOf<P> = Data<P> extends (infer Row)[] ? Row : never;
