import { client, cursorOf, type Schemas, unwrap, useGet, useList } from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type TicketRow = Schemas["TicketRow"];
export type Ticket = Schemas["Ticket"];
export type TicketMessage = Schemas["TicketMessage"];

/** Drop-down lists take a hundred. */
const CHOICES = cursorOf({ take: 100 });

export const useTickets = (cursor: string) => useList("/ticket", cursor);

export const useTicket = (id: string) => useGet("/ticket/{id}", { params: { path: { id } } });

/** A page of the conversation, asked of the desk itself: not again each time that the window is looked at. */
export const useMessages = (id: string, cursor: string | undefined) =>
  useGet(
    "/ticket/{id}/message",
    { params: { path: { id }, query: { cursor } } },
    { revalidateOnFocus: false },
  );

/** The stores one may choose from. */
export const useStoreChoices = () => useList("/store", CHOICES).page?.rows ?? [];

/** Asks the desks for what is new; a job a connection. */
export const synchronizeTickets = async () =>
  (await unwrap(client.POST("/ticket/synchronize", { body: {} }))).data.jobs;

export const exportTickets = exportBy("/ticket/export");

/** The first few that fit, for the command palette. */
export async function findTickets(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/ticket", { params: { query } }));
  return data.map(({ id, subject, providerId, customerName }) => ({
    id,
    label: subject || providerId,
    hint: customerName,
  }));
}
