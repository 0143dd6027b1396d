import { address } from "@comptoir/kit";

/** Where a note leads: to the page of what it is about. Also without an area, as mails know none. */
export const notePath = address("note/:noteId");
