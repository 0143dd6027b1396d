import { client, type ExportBody, unwrap } from "@comptoir/kit";
import { trackJobs } from "./jobs";

type ExportPath =
  | "/bundle/export"
  | "/order/export"
  | "/organization/export"
  | "/product/export"
  | "/store/export"
  | "/ticket/export"
  | "/user/export";

/** Asks for a file with a list's rows, whose address an e-mail tells. The dock shows how far it is. */
export const exportBy =
  (path: ExportPath) =>
  async ({ cursor, ...body }: ExportBody): Promise<void> => {
    const { data } = await unwrap(client.POST(path, { params: { query: { cursor } }, body }));
    trackJobs([data]);
  };
