import { client, trackJobs, unwrap } from "@comptoir/kit";

/** Asks for the sales journal of a year: a file, as an export's, whose address an e-mail tells. */
export async function writeJournal(year: number): Promise<void> {
  trackJobs([(await unwrap(client.POST("/invoice/journal", { body: { year } }))).data]);
}
