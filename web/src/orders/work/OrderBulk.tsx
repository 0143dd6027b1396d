import { type BulkSelection, Button, type IconName, Quiet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { OrderRow } from "../api";
import { CopyReferences } from "../CopyReferences";
import { type AskedWork, type OrderWork, useOfferedWork } from "./offered";
import { useWorkWords } from "./useWorkWords";

const ICONS: Partial<Record<OrderWork["action"], IconName>> = { PUSH: "synchronize", CANCEL: "close" };

interface OrderBulkProps {
  selection: BulkSelection<OrderRow>;
  /** Asks for some work, which is confirmed yet. */
  ask: (asked: AskedWork) => void;
}

/** What can be done with the selected orders, or with all that match. */
export default function OrderBulk({ selection, ask }: OrderBulkProps) {
  const { t } = useTranslation("orderWork");
  const wordsOf = useWorkWords();
  const { asked, isTooMany } = useOfferedWork(selection);
  return (
    <>
      {!selection.all && <CopyReferences orders={selection.rows} />}
      {isTooMany && <Quiet>{t("most")}</Quiet>}
      {asked.map((one) => {
        const { action } = wordsOf(one.work);
        return (
          <Button key={action} kind="quiet" icon={ICONS[one.work.action]} onClick={() => ask(one)}>
            {action}
          </Button>
        );
      })}
    </>
  );
}
