import { address } from "@comptoir/kit";

/** The screens of tickets. */
export const ticketPaths = { list: address("ticket"), detail: address("ticket/:ticketId") };
