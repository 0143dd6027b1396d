import { addNote, client, refresh, setCached, toApiError, unwrap } from "@comptoir/kit";
import { createOutbox, type Waiting } from "../../offline/outbox";
import { seeFile } from "../files/api";
import { type Production, type ProductionStatus, productions } from "../productions/api";

/** What a factory does without a network: it tells something of a production, moves it, or says to have seen a version. */
export type Change =
  | { kind: "note"; productionId: string; message: string; mentions?: string[]; files: File[] }
  | { kind: "status"; productionId: string; status: ProductionStatus; edition: string }
  | { kind: "seen"; projectId: string; product: { id: string; name: string }; fileId: string; level: number };

export type WaitingChange = Waiting<Change>;

const ONE = "/project-productions/{id}";

/** What a factory did and the host does not have yet. */
export const outbox = createOutbox<Change, Production | undefined>(
  "comptoir.outbox",
  async ({ what, isAgain }, fetch) => {
    if (what.kind === "seen") {
      await seeFile(what.product.id, what.fileId, fetch);
      return undefined;
    }
    const { productionId } = what;
    if (what.kind === "note") {
      const { message, mentions = [], files } = what;
      await addNote({ relationId: productionId, message, mentions, files }, fetch);
      await refresh("factories");
      return undefined;
    }
    const path = { id: productionId };
    // Who has seen that others changed it, and wants it moved, means it as it is by now.
    const header = isAgain ? {} : { "If-Match": what.edition };
    try {
      const body = { status: what.status };
      const { data } = await unwrap(client.PATCH(ONE, { params: { path, header }, body, fetch }));
      await setCached(ONE, { params: { path } }, data);
      void productions.refresh();
      return data;
    } catch (reason) {
      // Nothing is refused where it is there already: of what was sent before, the answer alone may have been lost.
      const found = toApiError(reason).status === 409 ? await productions.read(productionId) : undefined;
      if (found?.status === what.status) return found;
      throw reason;
    }
  },
);

/** The status that a production is to have, while that waits. */
export const useWaitingStatus = (productionId: string) =>
  outbox
    .useWaiting()
    .findLast(
      (each): each is WaitingChange & { what: { kind: "status" } } =>
        each.what.kind === "status" && each.what.productionId === productionId,
    );
