import { type BulkSelection, Button, type IconName, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useActions } from "../../plugins/PluginActions";
import type { OrderRow } from "../api";
import { CopyReferences } from "../CopyReferences";
import { type AskedWork, MOST, type OrderWork, offeredWork } from "./offered";
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
  const mayWrite = useCan()("WRITE_ORDER");
  const ours: OrderWork[] = mayWrite ? [{ action: "PUSH" }, { action: "CANCEL" }] : [];
  const theirs = useActions("order").filter(({ action }) => action.bulk);
  const works = [
    ...ours,
    ...theirs.map(({ plugin, action }) => ({ action: "PLUGIN" as const, plugin, offered: action })),
  ];
  const { count } = selection;
  const tooMany = count === null || count > MOST ? t("most") : undefined;
  return (
    <>
      {!selection.all && <CopyReferences orders={selection.rows} />}
      {offeredWork(selection, works).map((asked) => {
        const { work } = asked;
        const { action } = wordsOf(work);
        return (
          <Button
            key={action}
            kind="quiet"
            icon={ICONS[work.action]}
            disabledBecause={tooMany}
            onClick={() => ask(asked)}
          >
            {action}
          </Button>
        );
      })}
    </>
  );
}
