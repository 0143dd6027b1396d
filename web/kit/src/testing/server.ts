import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { ApiPaths, Data, PathOf } from "../api/types";

/** The host's API as a test sees it: `server.use(answers("/order", [...]))`. Calls that no test foresaw fail. */
export const server = setupServer();

/** Whether an address, `/store/store-1`, is one of a path, `/store/{id}`. */
type Fits<Address, Path> = Path extends `${infer Start}/${infer Rest}`
  ? Address extends `${infer First}/${infer Others}`
    ? FitsPart<First, Start> extends true
      ? Fits<Others, Rest>
      : false
    : false
  : Address extends `${string}/${string}`
    ? false
    : FitsPart<Address, Path>;
type FitsPart<Part, Of> = Of extends `{${string}}` ? true : Part extends Of ? true : false;

/** The path of the API's description that an address is one of; the whole of it before one with an id in its place. */
type PathAt<Address> = Address extends keyof ApiPaths
  ? Address
  : { [P in PathOf<"get">]: Fits<Address, P> extends true ? P : never }[PathOf<"get">];

/** The same with anything where the description says no more than that it is some JSON. */
type Loose<T> = T extends readonly (infer Item)[]
  ? Loose<Item>[]
  : T extends Record<string, never>
    ? unknown
    : T extends object
      ? { [Key in keyof T]: Loose<T[Key]> }
      : T;

/** What GET of an address answers. */
export type DataAt<Address extends string> = Loose<Data<PathAt<Address>>>;

/** The address of a call: `api("/order")`. */
export const api = (path: string) => `${location.origin}/api${path}`;

/** GET of an address answers with this data, as the API describes it. */
export const answers = <const Address extends string>(
  address: Address,
  data: DataAt<Address>,
  meta?: unknown,
) => http.get(api(address), () => HttpResponse.json({ data, meta } as object));

/** GET of a path fails with this error of the catalogue. */
export const refuses = (path: string, code: number, name: string, requestId = "request-1") =>
  http.get(api(path), () =>
    HttpResponse.json({ error: { name, code, message: name, requestId } }, { status: code }),
  );
