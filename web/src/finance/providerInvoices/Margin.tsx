import { SignedAmount } from "../SignedAmount";

/** What is left to the company. */
export const Margin = ({ amount }: { amount: string }) => (
  <SignedAmount amount={amount} tone={(isLoss) => (isLoss ? "critical" : "success")} />
);
