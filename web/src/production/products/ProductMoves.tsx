import { act, trackJobs, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SheetsButton } from "../labels/SheetsButton";
import { useLabels } from "../labels/useLabels";
import { movesTo, StatusMoves } from "../projects/StatusMoves";
import {
  type ProjectProduct,
  type ProjectProductRow,
  type ProjectProductStatus,
  projectProducts,
  sendToFulfilment,
} from "./api";

/**
 * What can be done with a product beside changing it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useProductActions(leave?: () => void) {
  const { t } = useTranslation("projectProducts");
  return useLifecycle(
    projectProducts,
    ({ name }: Pick<ProjectProductRow, "id" | "name">) => ({
      remove: t("delete", { returnObjects: true, name }),
    }),
    leave,
  );
}

/** The statuses in the order in which one is asked to go there. */
const ORDER: Exclude<ProjectProductStatus, "IMPORTED">[] = ["READY", "IN_PROGRESS", "DRAFT", "CANCELED"];

interface ProductMovesProps {
  product: ProjectProduct;
  /** Without it, it is only printed. */
  isEditable: boolean;
  onGone: () => void;
}

/** What is printed of a product, where it may go now, and what else can be done with it. */
export function ProductMoves({ product, isEditable, onGone }: ProductMovesProps) {
  const { t } = useTranslation("projectProducts");
  const actions = useProductActions(onGone);
  const ids = [product.id];
  const labels = useLabels(ids);
  const send = {
    id: "send",
    label: t("send.action"),
    onClick: () =>
      void act({
        run: async () => trackJobs([await sendToFulfilment(product.id)]),
        failed: t("send.failed", { name: product.name }),
      }),
  };
  const sending = product.status === "READY" && product.storeProduct ? [send] : [];
  const isReopened = product.status === "READY";
  const moves = movesTo<ProjectProductStatus>(product.next, ORDER, (to) => {
    const name = to === "IN_PROGRESS" && isReopened ? "reopen" : (to as (typeof ORDER)[number]);
    return { action: t(`move.${name}.action`), done: t(`move.${name}.done`) };
  });
  return (
    <>
      <StatusMoves
        moves={isEditable ? moves : []}
        move={(status, reason) => projectProducts.save(product, { status, reason })}
        failed={t("move.failed")}
        primary={<SheetsButton ids={ids} kind="primary" />}
        others={isEditable ? [...sending, ...labels.actions, ...actions(product)] : labels.actions}
      />
      {labels.dialog}
    </>
  );
}
