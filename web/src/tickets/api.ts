import { resource, type Schemas, useGet } from "@comptoir/kit";

export type TicketRow = Schemas["TicketRow"];
export type Ticket = Schemas["Ticket"];
export type TicketMessage = Schemas["TicketMessage"];

export const tickets = resource("/ticket");

/** A page of the conversation, asked of the desk itself: not again each time that the window is looked at. */
export const useMessages = (id: string, cursor: string | undefined) =>
  useGet(
    "/ticket/{id}/message",
    { params: { path: { id }, query: { cursor } } },
    { revalidateOnFocus: false },
  );

/** For the command palette. */
export const findTickets = async (search: string) =>
  (await tickets.find(search)).map(({ id, subject, providerId, customerName }) => ({
    id,
    label: subject || providerId,
    hint: customerName,
  }));
