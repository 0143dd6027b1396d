/** An exact decimal without digits that say nothing: `"1.5000"` is `"1.5"`. */
export const shortened = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);
