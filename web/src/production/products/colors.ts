import { fold } from "@comptoir/kit";
import colors from "./colors.json";

/** The colours of clothes that a browser has another name for, or none. */
const NAMED: Record<string, string> = colors;

const HEX = /#([\da-f]{6}|[\da-f]{3})\b/;

/**
 * What a colour that somebody named looks like: by a hexadecimal code in it, a French name or a name that browsers know; null for
 * others.
 */
export function lookOf(color: string | null): string | null {
  const name = fold((color ?? "").trim());
  const known = HEX.exec(name)?.[0] ?? NAMED[name];
  if (known) return known;
  return /^[a-z]+$/.test(name) && globalThis.CSS?.supports?.("color", name) ? name : null;
}
