import { Link, useMayOpen } from "@comptoir/kit";
import { useArea } from "../../app/area";
import { orderPaths } from "../../orders/paths";
import { ticketPaths } from "../../tickets/paths";
import { chargePaths } from "../charges/paths";
import { providerInvoicePaths } from "../providerInvoices/paths";
import { useFeeCauses } from "../useFinanceWords";
import type { Fee } from "./api";

/** The screens of the records that bring fees about. */
const PATHS: Partial<Record<Fee["cause"], (area: { base: string }, id: string) => string>> = {
  CHARGE: chargePaths.detail,
  SEEDING: orderPaths.detail,
  RETURN: orderPaths.detail,
  SHIPPING: orderPaths.detail,
  TICKET: ticketPaths.detail,
  PROVIDER_INVOICE: providerInvoicePaths.detail,
};

/** What a fee comes from, which leads there for those who may go. */
export function FeeCause({ fee }: { fee: Pick<Fee, "cause" | "causeId" | "causeName"> }) {
  const { cause, causeId, causeName } = fee;
  const area = useArea();
  const mayOpen = useMayOpen();
  const kind = useFeeCauses()[cause];
  const name = causeName ? `${kind} · ${causeName}` : kind;
  const to = causeId && PATHS[cause]?.(area, causeId);
  return to && mayOpen(to) ? <Link to={to}>{name}</Link> : name;
}
