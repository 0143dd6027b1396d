import { Money, StatusBadge, type Tone, useFormats } from "@comptoir/kit";
import { isNegative, isZero } from "./invoices/values";

interface SignedAmountProps {
  amount: string;
  /** How it looks with this sign; plain where there is none. */
  tone: (isNegative: boolean) => Tone | undefined;
}

/** An amount that is good or bad news by its sign, which it shows; nothing is neither. */
export function SignedAmount({ amount, tone }: SignedAmountProps) {
  const { money } = useFormats();
  const isLess = isNegative(amount);
  const look = isZero(amount) ? undefined : tone(isLess);
  if (look === undefined) return <Money amount={amount} />;
  return <StatusBadge tone={look}>{isLess ? money(amount) : `+${money(amount)}`}</StatusBadge>;
}
