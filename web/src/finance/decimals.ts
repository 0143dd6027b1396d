/** An exact decimal without digits that say nothing: `"1.5000"` is `"1.5"`. */
export const shortened = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);

/** A decimal in hundredths of its unit, as amounts in cents are; null for what is none, or has more digits. */
export function toHundredths(decimal: string): bigint | null {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : BigInt(`${sign}${whole}${fraction.padEnd(2, "0")}`);
}

/** Whether a text is a number within bounds, with so many digits behind the mark at most. */
export const isNumber = (text: string, min: number, max: number, digits = 2) =>
  new RegExp(`^-?\\d+(\\.\\d{1,${digits}})?$`).test(text) && Number(text) >= min && Number(text) <= max;
