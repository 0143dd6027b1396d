import { type NoteOutbox, toast } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { UNSURE } from "../../offline/outbox";
import { type Production, type ProductionStatus, productions } from "../productions/api";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import { outbox, type WaitingChange } from "./outbox";

/** Why something was not taken, in the reader's words. */
export function useReason() {
  const { t } = useTranslation("factoryArea");
  return ({ refusal }: WaitingChange) => {
    if (!refusal) return undefined;
    if (refusal.name === UNSURE) return t("waiting.unsure");
    return refusal.message || t("waiting.refusedText");
  };
}

/** Where the notes of a factory go. */
export function useNoteOutbox(): NoteOutbox {
  const all = outbox.useWaiting();
  const reason = useReason();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a reason change with the page's language alone
  return useMemo(
    () => ({
      waiting: all.flatMap((each) => {
        const { id, at, what } = each;
        if (what.kind !== "note") return [];
        const files = what.files.map(({ name }) => name);
        const note = { id, relationId: what.productionId, message: what.message, files };
        return [{ ...note, at: new Date(at).toISOString(), refusal: reason(each) }];
      }),
      write: async ({ relationId: productionId, ...note }) =>
        !(await outbox.deliver({ kind: "note", productionId, ...note })).waits,
    }),
    [all],
  );
}

/** Moves a production; nothing comes of it where that waits for the network, which is said. */
export function useMove() {
  const { t } = useTranslation("factoryArea");
  const statuses = useProductionStatuses();
  return async ({ id, updatedAt }: Production, status: ProductionStatus) => {
    const change = { kind: "status", productionId: id, status, edition: updatedAt } as const;
    const { waits, answer } = await outbox.deliver(change);
    if (!waits) return answer ?? productions.read(id);
    toast(t("waiting.kept", { status: statuses[status].label }));
    return undefined;
  };
}
