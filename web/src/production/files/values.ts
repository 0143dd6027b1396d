import type { ProductFile } from "./api";

type Labels = ProductFile["data"]["metadata"];

/** What a page shows, as somebody said; empty where nobody did. */
export const labelOf = ({ data }: ProductFile, page: number): string =>
  data.metadata.find((each) => each.page === page)?.label ?? "";

/** The labels with that of one page, in the order of pages; an empty one is none. */
export const withLabel = (labels: Labels, page: number, label: string): Labels =>
  [...labels.filter((each) => each.page !== page), ...(label ? [{ page, label }] : [])].toSorted(
    (a, b) => a.page - b.page,
  );

/** The two versions that are compared first: the one that is looked at, and the one before it. */
export function pairOf(versions: ProductFile[], looked: ProductFile): [before: string, after: string] {
  const at = Math.min(versions.indexOf(looked), versions.length - 2);
  return [versions[at + 1]?.id ?? looked.id, versions[at]?.id ?? looked.id];
}
