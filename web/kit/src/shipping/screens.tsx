// What a fulfilment provider's plugin shows of its carriers and what they cost: one screen each, fetched when it is opened.
import { type ComponentType, lazy } from "react";
import { PageSkeleton, SkeletonLines } from "../display/states";
import { Fetching } from "../layout/Fetching";
import type { ShippingPlace } from "./carriers";
import type { PriceGridProps } from "./PriceGridPart";
import type { PriceSheetProps } from "./PriceSheet";
import type { PriceSheetsProps } from "./PriceSheets";

// All of it is one file: what pages have in common is counted by files, see `web/vite.config.ts`.
const PriceGridPart = lazy(() => import("./PriceGridPart"));

/**
 * What the carriers of a provider cost, to be read and changed: part of a page.
 *
 * @example <PriceGrid place={{ provider: "acme", prices: "/admin/acme/price", carriers: "/admin/acme/carrier" }} />
 */
export function PriceGrid(props: PriceGridProps) {
  return (
    <Fetching of={PriceGridPart} fallback={<SkeletonLines lines={14} />}>
      <PriceGridPart {...props} />
    </Fetching>
  );
}

const PriceSheetsPart = lazy(async () => ({ default: (await import("./PriceGridPart")).PriceSheets }));
const PriceSheetPart = lazy(async () => ({ default: (await import("./PriceGridPart")).PriceSheet }));

/**
 * Prices other than a provider's grid, in the grid's sheets: a tab for each carrier.
 *
 * @example
 * const edits = usePriceEdits(carriers);
 * <PriceSheets carriers={carriers} edits={edits} save={send} sheet={(carrier) => <PriceSheet carrierId={carrier.id} edits={edits} … />} />
 */
export function PriceSheets(props: PriceSheetsProps) {
  return (
    <Fetching of={PriceSheetsPart} fallback={<SkeletonLines lines={14} />}>
      <PriceSheetsPart {...props} />
    </Fetching>
  );
}

/** The sheet of one of them. */
export function PriceSheet(props: PriceSheetProps) {
  return (
    <Fetching of={PriceSheetPart} fallback={<SkeletonLines lines={14} />}>
      <PriceSheetPart {...props} />
    </Fetching>
  );
}

type CarrierScreen = ComponentType<{ place: ShippingPlace }>;

const screen = (load: () => Promise<{ default: CarrierScreen }>): CarrierScreen => {
  const Loaded = lazy(load);
  return (props) => (
    <Fetching of={Loaded} fallback={<PageSkeleton />}>
      <Loaded {...props} />
    </Fetching>
  );
};

/** The carriers of a provider: the screen at `place.carriers`. */
export const CarrierList = screen(() => import("./CarrierListPage"));
/** The form of a new one: the screen at `create` below. */
export const CarrierCreate = screen(() => import("./CarrierCreatePage"));
/** One of them: the screen at `:carrierId` below. */
export const CarrierDetail = screen(() => import("./CarrierDetailPage"));
