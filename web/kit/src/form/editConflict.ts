import i18next from "i18next";
import type { ApiError } from "../api/error";
import { confirm } from "../feedback/confirm";
import { toastError } from "../feedback/toast";
import { formats } from "../i18n/format";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Somebody else changed the record after it was read here. */
export const isEditConflict = (error: ApiError) => error.name === "ConflictEditException";

/** Who changed the record and when, in a sentence. */
function whoAndWhen({ payload }: ApiError): string {
  const t = i18next.getFixedT(null, "kit");
  const { by, at } = (payload ?? {}) as { by?: string | null; at?: string | null };
  const who = by || t("form.conflict.somebody");
  const past = at ? Date.now() - Date.parse(at) : 0;
  const { ago, date } = formats(i18next.resolvedLanguage ?? "fr");
  if (!at || past < MINUTE_MS) return t("form.conflict.justNow", { by: who });
  if (past >= DAY_MS) return t("form.conflict.on", { by: who, date: date(at) });
  return t("form.conflict.ago", { by: who, ago: ago(at, Date.now()) });
}

/**
 * Tells who was faster and offers to load what they made of it; whoever declines keeps what was typed.
 *
 * @param failure what did not happen: "The store was not saved"
 * @param onReload reads the record again; without it there is nothing to offer
 * @returns whether the record was read again
 */
export async function offerReload(
  error: ApiError,
  failure: string,
  onReload?: () => unknown,
): Promise<boolean> {
  const t = i18next.getFixedT(null, "kit");
  const text = `${whoAndWhen(error)} ${t("form.conflict.advice")}`;
  if (!onReload) {
    toastError(text, failure);
    return false;
  }
  const question = { title: failure, text: `${text} ${t("form.conflict.loss")}` };
  if (!(await confirm({ ...question, confirm: t("form.conflict.reload") }))) return false;
  await onReload();
  return true;
}
