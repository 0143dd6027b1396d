import { type BulkSelection, Button, type IconName, Quiet } from "@comptoir/kit";
import { useEffect, useState } from "react";
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
  const { asked, isTooMany, isKnown } = useOfferedWork(selection);
  const [pressed, setPressed] = useState<string | null>(null);
  const offers = asked.map((one) => ({ one, action: wordsOf(one.work).action }));
  // What is pressed before it is known of which orders it can succeed is asked once it is.
  useEffect(() => {
    if (pressed === null || !isKnown) return;
    setPressed(null);
    const offer = offers.find(({ action }) => action === pressed);
    if (offer) ask(offer.one);
  });
  return (
    <>
      {!selection.all && <CopyReferences orders={selection.rows} />}
      {isTooMany && <Quiet>{t("most")}</Quiet>}
      {offers.map(({ one, action }) => (
        <Button
          key={action}
          kind="quiet"
          icon={ICONS[one.work.action]}
          busy={pressed === action}
          onClick={() => (isKnown ? ask(one) : setPressed(action))}
        >
          {action}
        </Button>
      ))}
    </>
  );
}
