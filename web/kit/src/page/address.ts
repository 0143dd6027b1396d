import { useParams } from "react-router";

/** The names in a pattern: `"storeId" | "productId"` of `store/:storeId/audit/:productId`. */
type NameIn<Pattern extends string> = Pattern extends `${infer First}/${infer Rest}`
  ? NameIn<First> | NameIn<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

/** As many texts as a pattern has names. */
type Ids<Pattern extends string, Found extends string[] = []> = Pattern extends `${infer First}/${infer Rest}`
  ? Ids<Rest, First extends `:${string}` ? [...Found, string] : Found>
  : Pattern extends `:${string}`
    ? [...Found, string]
    : Found;

/** Where a screen is: what its route matches, what links to it lead to, and what the screen reads of its own address. */
export interface Address<Pattern extends string> {
  /** The address below an area's base; what the pattern names is filled in by `ids`, in their order. */
  (area: { base: string }, ...ids: Ids<Pattern>): string;
  /** What the route matches, below the area's base: `order/:orderId`. */
  path: Pattern;
  /** What the present address fills in. */
  useIds(): Record<NameIn<Pattern>, string>;
}

/**
 * Declares the address of a screen, once for its route, its links and itself:
 * `const detail = address("order/:orderId")`, `detail.path`, `detail(area, order.id)`, `detail.useIds().orderId`.
 */
export function address<const Pattern extends string>(path: Pattern): Address<Pattern> {
  const parts = path.split("/");
  const to = ({ base }: { base: string }, ...ids: string[]) => {
    const left = [...ids];
    return [
      base,
      ...parts.map((part) => (part.startsWith(":") ? encodeURIComponent(left.shift() ?? "") : part)),
    ].join("/");
  };
  const useIds = () => {
    const params = useParams();
    const names = parts.filter((part) => part.startsWith(":")).map((part) => part.slice(1));
    return Object.fromEntries(names.map((name) => [name, params[name] ?? ""]));
  };
  return Object.assign(to, { path, useIds }) as unknown as Address<Pattern>;
}
