import { useIsStaff } from "@comptoir/kit";
import { SignedAmount } from "../SignedAmount";
import { toneOfDifference } from "./values";

/** What is left to an organization of its sales, with its sign: what a credit note takes back is left to it too. */
export function Difference({ amount }: { amount: string }) {
  const isStaff = useIsStaff();
  return <SignedAmount amount={amount} tone={() => toneOfDifference(amount, isStaff)} />;
}
