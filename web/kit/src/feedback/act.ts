import { useRef, useState } from "react";
import { attempt } from "../api/hooks";
import { confirm, type Question } from "./confirm";
import { toast, toastFailure, toastUndo } from "./toast";

/** Something a button does: asked about, done, told, taken back. */
export interface Act<T = unknown> {
  /** Asked first. */
  confirm?: Question;
  run: () => Promise<T>;
  /** What did not happen when it fails: "The store was not archived". */
  failed: string;
  /** What was done; without it nothing is said. */
  done?: string | ((value: T) => string | undefined);
  /** Offered beside what was done. `failed` says that it was not taken back. */
  undo?: { run: () => Promise<unknown>; failed: string };
  /** What follows where it succeeded, before anything is said. */
  after?: (value: T) => unknown;
}

/** @returns whether it was done */
export async function act<T>({
  confirm: question,
  run,
  failed,
  done,
  undo,
  after,
}: Act<T>): Promise<boolean> {
  if (question && !(await confirm(question))) return false;
  const ended = await attempt(run);
  if ("error" in ended) {
    toastFailure(failed, ended.error);
    return false;
  }
  await after?.(ended.value);
  const text = typeof done === "function" ? done(ended.value) : done;
  if (text && undo) toastUndo(text, async () => void (await undo.run()), undo.failed);
  else if (text) toast(text);
  return true;
}

/**
 * A button's act and whether it is under way; pressed again meanwhile it does nothing.
 *
 * `const [remove, busy] = useAct((store: Store) => ({ run: () => deleteStore(store.id), failed: t("delete.failed") }))`
 */
export function useAct<Of extends unknown[], T>(
  make: (...of: Of) => Act<T>,
): [act: (...of: Of) => Promise<boolean>, busy: boolean] {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const start = async (...of: Of) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    const { run, ...rest } = make(...of);
    try {
      return await act({
        ...rest,
        run: () => {
          setBusy(true);
          return run().finally(() => setBusy(false));
        },
      });
    } finally {
      isRunning.current = false;
    }
  };
  return [start, busy];
}
