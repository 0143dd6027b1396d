import { Money, StatusBadge, useFormats, useIsStaff } from "@comptoir/kit";
import { isNegative, isZero, toneOfDifference } from "./values";

/** What is left to an organization of its sales, with its sign: what a credit note takes back is left to it too. */
export function Difference({ amount }: { amount: string }) {
  const { money } = useFormats();
  const isStaff = useIsStaff();
  if (isZero(amount)) return <Money amount={amount} />;
  return (
    <StatusBadge tone={toneOfDifference(amount, isStaff)}>
      {isNegative(amount) ? money(amount) : `+${money(amount)}`}
    </StatusBadge>
  );
}
