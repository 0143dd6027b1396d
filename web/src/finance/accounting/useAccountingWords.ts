import type { StatusLook } from "@comptoir/kit";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";
import type { Entry, EntryStatusCode, PaymentCode } from "./api";

// For the pages of invoices.
fetchTexts("accounting");

/** How far invoices are on their way into the books, by code. */
export function useEntryStatuses(): Record<EntryStatusCode, StatusLook> {
  const { t } = useTranslation("accounting");
  return useMemo(
    () => ({
      WAITING: { label: t("status.WAITING"), tone: "info", icon: "clock" },
      BOOKED: { label: t("status.BOOKED"), tone: "success" },
      FAILED: { label: t("status.FAILED"), tone: "critical" },
    }),
    [t],
  );
}

/** How far the money is, as the service has it, by code. */
export function usePayments(): Record<PaymentCode, StatusLook> {
  const { t } = useTranslation("accounting");
  return useMemo(
    () => ({
      UNPAID: { label: t("payment.UNPAID"), tone: "attention" },
      PARTIAL: { label: t("payment.PARTIAL"), tone: "warning" },
      PAID: { label: t("payment.PAID"), tone: "success" },
      VOID: { label: t("payment.VOID"), tone: "new" },
      OTHER: { label: t("payment.OTHER"), tone: "new" },
    }),
    [t],
  );
}

/** What went wrong in the reader's words where the portal itself says it; what a service says is left as it is. */
export function useProblemText(): (problem: string) => string {
  const { t } = useTranslation("accounting");
  return useCallback(
    (problem) => {
      const known: [RegExp, string][] = [
        [/^the invoice that it takes back is not booked$/, t("problem.order")],
        [/^a fault of the portal; its log says more$/, t("problem.fault")],
        [/^no result within \d+ s$/, t("problem.timeout")],
        [/^the plugin .*(takes no calls now|is busy with other calls|rests until .*)$/, t("problem.rest")],
      ];
      return known.find(([words]) => words.test(problem))?.[1] ?? problem;
    },
    [t],
  );
}

/** Why an entry is not booked yet, or its payment not known; undefined where nothing is wrong. */
export function useReason(): (entry: Pick<Entry, "status" | "problem">) => string | undefined {
  const { t } = useTranslation("accounting");
  const text = useProblemText();
  return useCallback(
    ({ status, problem }) => {
      if (problem === null) return undefined;
      const said = { problem: text(problem) };
      return {
        WAITING: t("reason.WAITING", said),
        BOOKED: t("reason.BOOKED", said),
        FAILED: t("reason.FAILED", said),
      }[status];
    },
    [t, text],
  );
}
