import { NumberField } from "./NumberField";
import type { Checks, FieldProps } from "./rules";

interface PercentFieldProps extends FieldProps, Pick<Checks, "min" | "max" | "decimals"> {
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * A percentage, an exact decimal in the form: `"5.5"` is 5.5 %. From 0 to 100 with two decimals unless told.
 *
 * @example <PercentField name="vatRate" label={t("vatRate")} required />
 */
export function PercentField({ min = 0, max = 100, decimals = 2, ...props }: PercentFieldProps) {
  return <NumberField {...props} min={min} max={max} decimals={decimals} suffix="%" />;
}
