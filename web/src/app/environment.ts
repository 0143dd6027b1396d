import { attempt, client, unwrap } from "@comptoir/kit";

/** What the portal knows of the server before anybody signs in. */
interface Environment {
  environment: string;
  apiVersion: string;
  version: string;
  /** Whether problems can be reported. */
  bugReport?: boolean;
}

export interface BugReport {
  message: string;
  page?: string;
  userAgent?: string;
}

type Call<Init, Data> = (
  path: string,
  init: Init,
) => Promise<{ data?: Data; error?: unknown; response: Response }>;
// Until the generated types know these calls.
const get = client.GET as unknown as Call<object, { data: Environment }>;
const post = client.POST as unknown as Call<{ body: BugReport }, unknown>;

let asked: Promise<Environment> | null = null;

/** Asks the server once, and again only when it did not answer. */
function environment(): Promise<Environment> {
  asked ??= unwrap(get("/environment", {})).then(({ data }) => data);
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** Whether somebody receives reported problems. A server that does not say so has nobody. */
export async function canReportBugs(): Promise<boolean> {
  const answer = await attempt(environment);
  if ("value" in answer) return answer.value.bugReport === true;
  if (answer.error.kind === "notFound") return false;
  throw answer.error;
}

/** Sends a problem to whoever looks after the portal. */
export const sendBugReport = (body: BugReport) => unwrap(post("/bug-report", { body }));
