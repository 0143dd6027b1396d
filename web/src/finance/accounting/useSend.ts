import { useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { sendToBooks } from "./api";

/** Sends invoices to the books, null: all that are not there yet. The activity shows how far the job is. */
export function useSend() {
  const { t } = useTranslation("accounting");
  return useAct((ids: string[] | null, after?: () => void) => ({
    run: () => sendToBooks(ids),
    failed: t("send.failed"),
    after,
    done: (waiting: number) => (waiting === 0 ? t("send.nothing") : t("send.done", { count: waiting })),
  }));
}
