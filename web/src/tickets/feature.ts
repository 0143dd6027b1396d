import { lazy } from "react";
import type texts from "../../locales/fr/tickets.json";
import type { AreaName, Feature, Screen } from "../app/feature";
import { ticketPaths } from "./paths";

const TicketList = lazy(() => import("./TicketList"));
const TicketDetail = lazy(() => import("./TicketDetail"));

const READ = { oneOf: ["READ_ORDER", "READ_AUDIT"] } as const;

const screens = (area: AreaName): Screen[] => [
  {
    area,
    path: ticketPaths.list.path,
    permission: READ,
    page: TicketList,
    menu: { group: "main", label: { fr: "Tickets", en: "Tickets" }, icon: "ticket" },
  },
  { area, path: ticketPaths.detail.path, permission: READ, page: TicketDetail },
];

/** What consumers ask: for staff of every store, for customers of their own. */
export const tickets: Feature = {
  id: "tickets",
  screens: [...screens("admin"), ...screens("customer")],
  find: {
    search: async (text) => (await import("./api")).findTickets(text),
    to: ticketPaths.detail,
  },
  opens: { ticket: ticketPaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    tickets: typeof texts;
  }
}
