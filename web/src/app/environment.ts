import { attempt, client, type Schemas, unwrap } from "@comptoir/kit";

/** Whether somebody receives reported problems. A server that does not say so has nobody. */
export async function canReportBugs(): Promise<boolean> {
  const answer = await attempt(() => unwrap(client.GET("/environment")));
  if ("value" in answer) return answer.value.data.bugReport;
  if (answer.error.kind === "notFound") return false;
  throw answer.error;
}

/** Sends a problem to whoever looks after the portal. What is attached is cut to what the server takes. */
export const sendBugReport = ({ message, page, userAgent }: Schemas["BugReport"]) => {
  const body = { message, page: page?.slice(0, 2_000), userAgent: userAgent?.slice(0, 500) };
  return unwrap(client.POST("/bug-report", { body }));
};
