import { useFormats } from "@comptoir/kit";
import { useCallback } from "react";
import type { Fabric } from "./api";

/** A fabric's weight with its unit: "180 g/m²". */
export function useFabricText() {
  const { number } = useFormats();
  return useCallback(({ weight, unit }: Fabric) => `${number(Number(weight))}\u202f${unit}`, [number]);
}
