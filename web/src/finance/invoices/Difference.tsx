import { Money, StatusBadge, useFormats, useIsStaff } from "@comptoir/kit";
import { toneOfDifference } from "./values";

const ICON = { success: "success", critical: "critical" } as const;

/** What an invoice leaves an organization of its sales. */
export function Difference({ amount }: { amount: string }) {
  const { money } = useFormats();
  const tone = toneOfDifference(amount, useIsStaff());
  if (tone !== "success" && tone !== "critical") return <Money amount={amount} />;
  return (
    <StatusBadge tone={tone} icon={ICON[tone]}>
      {money(amount)}
    </StatusBadge>
  );
}
