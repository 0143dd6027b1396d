import { authorizedFetch } from "./session";

/** The keys of the requests that had no answer yet, by what they ask. */
const unanswered = new Map<string, string>();

/** What a request asks, in few characters: the host ties a key to the same. */
async function digestOf(request: Request): Promise<string> {
  const type = request.headers.get("content-type") ?? "";
  // A browser draws the line between a form's parts anew each time.
  const [, boundary = ""] = /boundary=(\S+)/.exec(type) ?? [];
  const body = await request.clone().text();
  const asked = `${request.url}\n${boundary ? body.replaceAll(boundary, "") : body}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked));
  return String.fromCharCode(...new Uint8Array(digest));
}

/**
 * Sends a request so that a POST has its effect once, however often somebody presses: as long as no answer came, and
 * nothing of it was changed, it is the same attempt and keeps its `Idempotency-Key`. An answer, a refusal too, ends the
 * attempt. Browsers make random ids in secure contexts only.
 */
export async function sendOnce(request: Request): Promise<Response> {
  if (request.method !== "POST" || !window.isSecureContext) return authorizedFetch(request);
  const attempt = await digestOf(request);
  const key = unanswered.get(attempt) ?? crypto.randomUUID();
  unanswered.set(attempt, key);
  request.headers.set("Idempotency-Key", key);
  const response = await authorizedFetch(request);
  if (response.status < 500) unanswered.delete(attempt);
  return response;
}
