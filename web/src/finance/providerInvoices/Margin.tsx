import { StatusBadge, useFormats } from "@comptoir/kit";
import { isNegative, isZero } from "../invoices/values";

/** What is left to the company, with its sign. */
export function Margin({ amount }: { amount: string }) {
  const { money } = useFormats();
  const isLoss = isNegative(amount);
  const isGain = !isLoss && !isZero(amount);
  return (
    <StatusBadge tone={isLoss ? "critical" : "success"}>
      {isGain ? `+${money(amount)}` : money(amount)}
    </StatusBadge>
  );
}
