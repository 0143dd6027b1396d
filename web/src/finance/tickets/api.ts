import { type ApiError, client, refresh, type Schemas, unwrap } from "@comptoir/kit";
import useSWR from "swr";
import { refreshFinance } from "../api";

export type TicketsCharged = Schemas["TicketsCharged"];

/** Which tickets are meant: some, those that match a list's query, or all. */
export type Meant = { ids: string[] } | { cursor: string } | Record<string, never>;

const CHARGE = "/ticket/charge";

async function ask(meant: Meant, preview: boolean): Promise<TicketsCharged> {
  return (await unwrap(client.POST(CHARGE, { body: { ...meant, preview } }))).data;
}

/** What charging them would bring. */
export const useDueTickets = (meant: Meant) =>
  useSWR<TicketsCharged, ApiError>([CHARGE, meant], () => ask(meant, true), { revalidateOnFocus: false });

/** Charges what is due of them. */
export async function chargeTickets(meant: Meant): Promise<TicketsCharged> {
  const charged = await ask(meant, false);
  await Promise.all([refreshFinance(), refresh("ticket")]);
  return charged;
}
