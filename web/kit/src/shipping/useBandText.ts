import { useCallback } from "react";
import { useFormats } from "../i18n/format";
import type { Band } from "./prices";

/** A weight band in kilograms: "0,5–1 kg". */
export function useBandText(): (band: Band) => string {
  const { number } = useFormats();
  return useCallback(({ min, max }) => `${number(min / 1000)}–${number(max / 1000)}\u00a0kg`, [number]);
}
