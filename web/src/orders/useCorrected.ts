import { act, toast } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Order, pushOrder } from "./api";

/** Says that an order is right now, once it is handed over again where it is to be. */
export function useCorrected(order: Order, sendsAgain: boolean) {
  const { t } = useTranslation("orders");
  return async (done: string, sent: string) => {
    if (!sendsAgain) return toast(done);
    await act({ run: () => pushOrder(order.id), done: sent, failed: t("push.failed") });
  };
}
