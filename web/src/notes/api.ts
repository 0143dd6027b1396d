import { client, refresh, type Schemas, unwrap } from "@comptoir/kit";
import type texts from "../../locales/fr/notes.json";

export type Mention = Schemas["LogMention"];

/**
 * Says that the person here has seen who mentioned them.
 *
 * @param until the time of the latest of it
 */
export async function seeMentions(until: string) {
  await unwrap(client.POST("/logs/mentions/seen", { body: { until } }));
  await refresh("logs/mentions");
}

declare module "@comptoir/kit" {
  interface PortalResources {
    notes: typeof texts;
  }
}
