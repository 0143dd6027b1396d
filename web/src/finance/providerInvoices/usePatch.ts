import { type Act, type FieldError, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Patch, type ProviderInvoice, patchInvoice } from "./api";
import { refusedSums } from "./values";

/**
 * What a button of a step does: says what was decided, of the invoice as it was looked at.
 *
 * @param tell what is asked first, said afterwards, and follows then; without it what is shown says enough
 * @param onRefused told what is wrong with the sums, which stand in another part of the page
 */
export function usePatch(
  invoice: ProviderInvoice,
  tell: Pick<Act<unknown>, "confirm" | "done" | "after"> = {},
  onRefused?: (sums: FieldError[]) => void,
) {
  const { t } = useTranslation("providerInvoices");
  return useAct((patch: Patch) => ({
    run: async () => {
      try {
        await patchInvoice(invoice, { status: invoice.status, ...patch });
      } catch (reason) {
        const sums = refusedSums(reason);
        if (!onRefused || sums.length === 0) throw reason;
        onRefused(sums);
      }
    },
    failed: t("decide.failed"),
    ...tell,
  }));
}
