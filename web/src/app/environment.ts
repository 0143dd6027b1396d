import { attempt, client, type Schemas, unwrap } from "@comptoir/kit";

/** What the portal knows of the server before anybody signs in. */
type Environment = Schemas["PublicEnvironment"];

let asked: Promise<Environment> | null = null;

/** Asks the server once, and again only when it did not answer. */
function environment(): Promise<Environment> {
  asked ??= unwrap(client.GET("/environment")).then(({ data }) => data);
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** Whether somebody receives reported problems. A server that does not say so has nobody. */
export async function canReportBugs(): Promise<boolean> {
  const answer = await attempt(environment);
  if ("value" in answer) return answer.value.bugReport;
  if (answer.error.kind === "notFound") return false;
  throw answer.error;
}

/** Sends a problem to whoever looks after the portal. What is attached is cut to what the server takes. */
export const sendBugReport = ({ message, page, userAgent }: Schemas["BugReport"]) => {
  const body = { message, page: page?.slice(0, 2_000), userAgent: userAgent?.slice(0, 500) };
  return unwrap(client.POST("/bug-report", { body }));
};
