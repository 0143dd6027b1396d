import { cursorOf, resource, type Schemas, useGet, useList } from "@comptoir/kit";

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

/** The stores one may choose from; drop-down lists take a hundred. */
export const useStoreChoices = () => useList("/store", cursorOf({ take: 100 })).page?.rows ?? [];

/** For the command palette. */
export const findTickets = async (search: string) =>
  (await tickets.find(search)).map(({ id, subject, providerId, customerName }) => ({
    id,
    label: subject || providerId,
    hint: customerName,
  }));
