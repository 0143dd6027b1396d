import { Button, toast, toastError } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { OrderRow } from "./api";

/** Copies the numbers of orders, a line each. */
export function CopyReferences({ orders }: { orders: OrderRow[] }) {
  const { t } = useTranslation("orders");
  const copy = () =>
    navigator.clipboard.writeText(orders.map((order) => order.reference).join("\n")).then(
      () => toast(t("list.copied", { count: orders.length })),
      () => toastError(t("list.notCopied")),
    );
  return (
    <Button kind="quiet" icon="copy" onClick={() => void copy()}>
      {t("list.copyReferences")}
    </Button>
  );
}
