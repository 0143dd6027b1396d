/**
 * How many pieces each gets of a total, by their shares (F15): what is left of the whole pieces goes to the largest
 * remainders, to the first of equal ones. Nobody gets any where nobody has a share.
 */
export function split(total: number, shares: number[]): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (whole === 0) return shares.map(() => 0);
  const parts = shares.map((share) => Math.floor((total * share) / whole));
  const left = total - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = shares
    .map((share, at) => ({ at, remainder: (total * share) % whole }))
    .sort((a, b) => b.remainder - a.remainder);
  const more = new Set(byRemainder.slice(0, left).map(({ at }) => at));
  return parts.map((part, at) => part + (more.has(at) ? 1 : 0));
}
