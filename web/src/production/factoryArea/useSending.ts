import { type NoteOutbox, toast } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { UNSURE } from "../../offline/outbox";
import type { ProductFile } from "../files/api";
import { type Production, type ProductionStatus, productions } from "../productions/api";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import type { ProjectProduct } from "../products/api";
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

/** How one says to have seen a version of a product's technical file. */
export function useSee(projectId: string, { id, name }: Pick<ProjectProduct, "id" | "name">) {
  const { t } = useTranslation("factoryArea");
  return async ({ id: fileId, level }: ProductFile) => {
    const version = level ?? 0;
    const seen = { kind: "seen", projectId, product: { id, name }, fileId, level: version } as const;
    const { waits } = await outbox.deliver(seen);
    if (waits) toast(t("waiting.seenKept", { level: version }));
    return !waits;
  };
}
