import { authorizedFetch, useSession } from "./session";

/**
 * Sends a request that may have waited: as one user's, never as whoever signed in meanwhile, and under one key, so that a POST
 * has its effect once however often it is sent within a day.
 */
export const sendAs =
  (user: string, key: string) =>
  async (request: Request): Promise<Response> => {
    if (useSession.getState().user?.id !== user) throw new TypeError("Somebody else is signed in");
    if (request.method === "POST") request.headers.set("Idempotency-Key", key);
    return authorizedFetch(request);
  };
