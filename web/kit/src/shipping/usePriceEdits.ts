import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { toApiError } from "../api/error";
import { toast, toastError } from "../feedback/toast";
import { useFormats } from "../i18n/format";
import { type Carrier, useMayChange } from "./carriers";
import {
  cellOf,
  changesOf,
  differing,
  type Edits,
  edited,
  priceFault,
  rebased,
  type ShippingPrice,
  valuesOf,
} from "./prices";
import { useEdits } from "./useEdits";

/** Rows and columns of a sheet that have no price yet. */
interface Added {
  countries: string[];
  bands: string[];
}

const NOTHING: Added = { countries: [], bands: [] };

/** Where in the address the carrier stands whose sheet is seen. */
export const CARRIER = "carrier";

type Values = ReadonlyMap<string, string>;

export type PriceEdits = ReturnType<typeof usePriceEdits>;

/**
 * What is typed into the sheets of carriers and not saved, what is wrong with it and the way back: what `PriceSheets` and
 * `PriceSheet` show. It is apart from them so that a page keeps it while it shows something else.
 *
 * @param mayBeZero what was agreed on with a store may cost nothing, a carrier's own price not
 */
export function usePriceEdits(carriers: Carrier[], mayBeZero = false) {
  const { t } = useTranslation("carriers");
  const format = useFormats();
  const [address, setAddress] = useSearchParams();
  const shown = carriers.find(({ id }) => id === address.get(CARRIER)) ?? carriers[0];
  const isEditable = useMayChange();
  const { edits, change, replace, undo, redo } = useEdits();
  const [added, setAdded] = useState<Record<string, Added>>({});
  const [refused, setRefused] = useState<Values>(new Map());
  const [goTo, setGoTo] = useState<{ row: string; column: string } | null>(null);
  const [isReviewing, setReviewing] = useState(false);

  const showCarrier = (id: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(CARRIER, id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const show = (key: string) => {
    const { carrierId, country, band } = cellOf(key);
    if (carrierId !== shown?.id) showCarrier(carrierId);
    setGoTo({ row: country, column: band });
  };
  /** A step back or forth, seen where it was taken. */
  const step = (go: (() => Edits) | undefined) =>
    go &&
    (() => {
      const changed = differing(edits, go()).map((key) => cellOf(key).carrierId);
      if (changed[0] && shown && !changed.includes(shown.id)) showCarrier(changed[0]);
    });

  const words = {
    number: t("fault.number"),
    decimals: t("fault.decimals"),
    positive: t("fault.positive"),
    negative: t("fault.negative"),
    tooHigh: t("fault.tooHigh"),
  };
  const wrong = [...edits].flatMap(([key, { value }]) => {
    const fault = priceFault(value, mayBeZero);
    return fault ? [[key, words[fault]] as const] : [];
  });

  const tell = async (
    reason: unknown,
    sent: string[],
    present: (keys: string[]) => Promise<ShippingPrice[]>,
  ) => {
    const error = toApiError(reason);
    const refusals = error.fields.flatMap(({ field, code, message }) => {
      const key = sent[Number(/^\w+\[(\d+)\]/.exec(field)?.[1])];
      return key ? [{ key, code, message }] : [];
    });
    const [first] = refusals;
    if (!first) throw error;
    const moved = refusals.filter(({ code }) => code === "moved").map(({ key }) => key);
    const prices = valuesOf(await present(moved));
    const now = (key: string) => {
      const price = prices.get(key) || edits.get(key)?.fallback;
      return price ? t("refused.now", { price: format.money(price) }) : t("refused.none");
    };
    setRefused(
      new Map(
        refusals.map(({ key, code, message }) => [
          key,
          code === "moved" ? `${message} ${now(key)}` : message,
        ]),
      ),
    );
    replace(rebased(edits, moved, prices));
    setReviewing(false);
    show(first.key);
    toastError(t("refused.text", { count: refusals.length }), t("review.failed"));
  };
  const forget = () => {
    replace(new Map());
    setRefused(new Map());
    setReviewing(false);
  };

  return {
    edits,
    mayBeZero,
    /** How many cells of a carrier are not saved. */
    countOf: (carrierId: string) =>
      [...edits.keys()].filter((key) => cellOf(key).carrierId === carrierId).length,
    /** What the server refused, and what cannot be sent at all. */
    faults: new Map([...refused, ...wrong]) as Values,
    wrong: wrong.map(([key]) => key),
    addedTo: (carrierId: string) => added[carrierId] ?? NOTHING,
    add: (carrierId: string, { countries = [], bands = [] }: Partial<Added>) =>
      setAdded((before) => {
        const { countries: rows, bands: columns } = before[carrierId] ?? NOTHING;
        return {
          ...before,
          [carrierId]: { countries: [...rows, ...countries], bands: [...columns, ...bands] },
        };
      }),
    goTo,
    show,
    undo: step(undo),
    redo: step(redo),
    /** Absent: nothing can be changed. */
    write: isEditable
      ? (cells: Values, saved: Values, fallbackOf?: (key: string) => string) => {
          change((before) => edited(before, cells, saved, fallbackOf));
          setRefused((before) => new Map([...before].filter(([key]) => !cells.has(key))));
        }
      : undefined,
    /** Drops what is typed, which can be undone. */
    discard: () => change(() => new Map()),
    /** Drops all of it for good: it is about other prices from here on. */
    reset() {
      forget();
      setAdded({});
    },
    isReviewing: isReviewing && edits.size > 0,
    setReviewing,
    /**
     * Saves what is typed; what the server refuses is told at its cells. What else goes wrong is thrown.
     *
     * @param send all of it, to be there when it is done
     * @param present what there is now of cells that others changed meanwhile
     * @returns whether it is saved
     */
    async save(
      send: () => Promise<unknown>,
      present: (keys: string[]) => Promise<ShippingPrice[]>,
    ): Promise<boolean> {
      const sent = changesOf(edits).map(({ key }) => key);
      try {
        await send();
      } catch (reason) {
        await tell(reason, sent, present);
        return false;
      }
      forget();
      toast(t("review.done", { count: sent.length }));
      return true;
    },
  };
}
