import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/** The host's API as a test sees it: `server.use(answers("/order", [...]))`. Calls that no test foresaw fail. */
export const server = setupServer();

/** The address of a call: `api("/order")`. */
export const api = (path: string) => `${location.origin}/api${path}`;

/** GET of a path answers with this data. */
export const answers = (path: string, data: unknown, meta?: unknown) =>
  http.get(api(path), () => HttpResponse.json({ data, meta }));

/** GET of a path fails with this error of the catalogue. */
export const refuses = (path: string, code: number, name: string, requestId = "request-1") =>
  http.get(api(path), () =>
    HttpResponse.json({ error: { name, code, message: name, requestId } }, { status: code }),
  );
