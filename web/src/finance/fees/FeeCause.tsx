import { Link, useMayOpen } from "@comptoir/kit";
import { useArea } from "../../app/area";
import { orders } from "../../orders/api";
import { orderPaths } from "../../orders/paths";
import { tickets } from "../../tickets/api";
import { ticketPaths } from "../../tickets/paths";
import { charges } from "../charges/api";
import { chargePaths } from "../charges/paths";
import { useFeeCauses } from "../useFinanceWords";
import type { Fee } from "./api";

interface WayProps {
  /** What kind of record it is. */
  kind: string;
  to: string;
  /** What it is called, once that is known. */
  name: string | undefined;
}

/** The record's kind and name, which lead to it. */
const Way = ({ kind, to, name }: WayProps) => <Link to={to}>{name ? `${kind} · ${name}` : kind}</Link>;

interface CauseProps {
  kind: string;
  id: string;
}

function ChargeCause({ kind, id }: CauseProps) {
  const area = useArea();
  return <Way kind={kind} to={chargePaths.detail(area, id)} name={charges.useOne(id).data?.type} />;
}

function OrderCause({ kind, id }: CauseProps) {
  const area = useArea();
  return <Way kind={kind} to={orderPaths.detail(area, id)} name={orders.useOne(id).data?.reference} />;
}

function TicketCause({ kind, id }: CauseProps) {
  const area = useArea();
  return <Way kind={kind} to={ticketPaths.detail(area, id)} name={tickets.useOne(id).data?.subject} />;
}

/** What has a screen of its own, by the code of the cause. */
const WAYS: Partial<
  Record<Fee["cause"], { path: (area: { base: string }, id: string) => string; Cause: typeof ChargeCause }>
> = {
  CHARGE: { path: chargePaths.detail, Cause: ChargeCause },
  SEEDING: { path: orderPaths.detail, Cause: OrderCause },
  RETURN: { path: orderPaths.detail, Cause: OrderCause },
  SHIPPING: { path: orderPaths.detail, Cause: OrderCause },
  TICKET: { path: ticketPaths.detail, Cause: TicketCause },
};

/** What a fee comes from, and the way there for those who may go. */
export function FeeCause({ fee: { cause, causeId } }: { fee: Fee }) {
  const area = useArea();
  const mayOpen = useMayOpen();
  const kind = useFeeCauses()[cause];
  const way = WAYS[cause];
  if (!causeId || !way || !mayOpen(way.path(area, causeId))) return kind;
  return <way.Cause kind={kind} id={causeId} />;
}
