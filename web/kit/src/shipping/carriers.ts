import { useCan } from "../access/user";
import type { Schemas } from "../api/client";
import { useGet } from "../api/hooks";
import { resource } from "../api/resource";
import { frame } from "../frame/portal";
import { cursorOf } from "../list/cursor";

export type Carrier = Schemas["Carrier"];

/** Whose carriers and prices the screens are about, and where those screens stand. */
export interface ShippingPlace {
  /** The plugin's id. */
  provider: string;
  /** The screen with the price grid. */
  prices: string;
  /** The list of carriers, which those of single ones stand below. */
  carriers: string;
}

export const carriers = resource("/shipping/carrier", {
  refusals: { ConflictCarrierNameException: "name" },
});

/** Whether this user may change carriers and prices here: the calls are the portal's own, which screens in a frame may not make. */
export const useMayChange = () => useCan()("WRITE_CONNECTOR") && frame.portal === null;

export const ofProvider = (provider: string) => ({ field: "provider", values: [provider] });

/** The carriers of a provider that are in use, by name. */
export const useCarriers = (provider: string) =>
  carriers.useList(
    cursorOf({
      take: 100,
      orderBy: [{ field: "name", direction: "asc" }],
      filters: [ofProvider(provider)],
    }),
  );

/** The services that a provider offers, asked of it now. */
export const useServices = (provider: string) =>
  useGet(
    useCan()("READ_CONNECTOR") ? "/shipping/service" : null,
    { params: { query: { provider } } },
    { shouldRetryOnError: false, revalidateOnFocus: false },
  );

/** A carrier as its form holds it. */
export interface CarrierValues {
  name: string;
  code: string;
  fuelSurchage: string;
  /** Its names for consumers. */
  french: string;
  english: string;
  /** Working days; empty: not known. */
  minDays: string;
  maxDays: string;
}

export const NEW_CARRIER: CarrierValues = {
  name: "",
  code: "",
  fuelSurchage: "0",
  french: "",
  english: "",
  minDays: "",
  maxDays: "",
};

/** Names by language, of the JSON text that the API keeps them as. */
export function namesOf(translations: string): Record<string, string> {
  try {
    return JSON.parse(translations || "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

const dayText = (days: number | null) => (days === null ? "" : String(days));
const dayCount = (text: string) => (text === "" ? null : Number(text));

export function toValues(carrier: Carrier): CarrierValues {
  const { fr = "", en = "" } = namesOf(carrier.translations);
  return {
    name: carrier.name,
    code: carrier.code,
    fuelSurchage: carrier.fuelSurchage,
    french: fr,
    english: en,
    minDays: dayText(carrier.minDays),
    maxDays: dayText(carrier.maxDays),
  };
}

/**
 * What the form holds, as the API takes it.
 *
 * @param before what is kept of the names in languages that the form has no field for
 */
export function toInput(provider: string, values: CarrierValues, before = ""): Schemas["CarrierInput"] {
  const { french, english, minDays, maxDays, ...rest } = values;
  const { fr: _, en: __, ...others } = namesOf(before);
  const typed = { fr: french.trim(), en: english.trim() };
  const names = Object.entries({ ...typed, ...others }).filter(([, name]) => name !== "");
  return {
    ...rest,
    provider,
    translations: names.length > 0 ? JSON.stringify(Object.fromEntries(names)) : "",
    minDays: dayCount(minDays),
    maxDays: dayCount(maxDays),
  };
}
