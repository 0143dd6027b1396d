// F9: what the commission on a store's sales is, counted in whole cents as the host does.

/** A part of the sales, in euros as exact decimals, and its rate in percent; null: it has no end. */
export interface Tier {
  min: string;
  max: string | null;
  rate: string;
}

/** What a tier brings. */
export interface TierPart {
  tier: Tier;
  /** What of the base lies in it, and its rate of that, in euros. */
  part: string;
  amount: string;
}

export interface Commission {
  /** The net sales less the internal shipping, never negative. */
  base: string;
  amount: string;
  /** What share of the net sales that is, in percent; null: nothing was sold. */
  percentage: string | null;
  parts: TierPart[];
}

/** A decimal in hundredths of its unit, as amounts in cents are; null for what is none, or has more digits. */
export function toHundredths(decimal: string): bigint | null {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : BigInt(`${sign}${whole}${fraction.padEnd(2, "0")}`);
}

function fromHundredths(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A quotient as a whole number, half away from zero. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [over, under] = [dividend, divisor].map((value) => (value < 0n ? -value : value)) as [bigint, bigint];
  const rounded = (2n * over + under) / (2n * under);
  return isNegative ? -rounded : rounded;
}

interface Bounds {
  min: bigint;
  max: bigint | null;
}

function boundsOf({ min, max }: Tier): Bounds | null {
  const bounds = { min: toHundredths(min), max: max === null ? null : toHundredths(max) };
  return bounds.min === null || (max !== null && bounds.max === null) ? null : (bounds as Bounds);
}

/** Whether some euro lies in both. */
export function overlap(one: Tier, other: Tier): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  if (!a || !b) return false;
  return (b.max === null || a.min < b.max) && (a.max === null || b.min < a.max);
}

/** In the order of where they begin. */
export const inOrder = <T extends Tier>(tiers: T[]): T[] =>
  tiers.toSorted((a, b) => Number((toHundredths(a.min) ?? 0n) - (toHundredths(b.min) ?? 0n)));

/**
 * The commission by marginal tiers: each on its part of the base, each rounded to cents.
 *
 * @param tiers of which none overlap
 * @returns null where some number is none
 */
export function commissionOn(netSales: string, internalShipping: string, tiers: Tier[]): Commission | null {
  const sales = toHundredths(netSales);
  const shipping = toHundredths(internalShipping);
  if (sales === null || shipping === null) return null;
  const base = sales > shipping ? sales - shipping : 0n;
  let sum = 0n;
  const parts: TierPart[] = [];
  for (const tier of inOrder(tiers)) {
    const bounds = boundsOf(tier);
    const rate = toHundredths(tier.rate);
    if (!bounds || rate === null) return null;
    const upper = bounds.max !== null && bounds.max < base ? bounds.max : base;
    const part = upper > bounds.min ? upper - bounds.min : 0n;
    // A rate is hundredths of a percent.
    const amount = divided(part * rate, 10_000n);
    sum += amount;
    parts.push({ tier, part: fromHundredths(part), amount: fromHundredths(amount) });
  }
  return {
    base: fromHundredths(base),
    amount: fromHundredths(sum),
    percentage: sales === 0n ? null : fromHundredths(divided(sum * 10_000n, sales)),
    parts,
  };
}
