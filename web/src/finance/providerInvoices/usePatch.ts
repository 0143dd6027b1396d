import { type Act, ApiError, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Patch, type ProviderInvoice, patchInvoice } from "./api";

/** What the summary waits for, which stands in another part of the page. */
const isOfRejected = (reason: unknown) =>
  reason instanceof ApiError && reason.fields.some(({ field }) => field === "rejectedAmount");

/**
 * What a button of a step does: says what was decided, of the invoice as it was looked at.
 *
 * @param tell what is asked first, said afterwards, and follows then; without it what is shown says enough
 */
export function usePatch(
  invoice: ProviderInvoice,
  tell: Pick<Act<ProviderInvoice>, "confirm" | "done" | "after"> = {},
) {
  const { t } = useTranslation("providerInvoices");
  return useAct((patch: Patch) => ({
    run: () =>
      patchInvoice(invoice, { status: invoice.status, ...patch }).catch((reason: unknown) => {
        throw isOfRejected(reason) ? new ApiError(400, { message: t("sums.missing") }) : reason;
      }),
    failed: t("decide.failed"),
    ...tell,
  }));
}
