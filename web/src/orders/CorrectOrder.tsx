import { Button, Dialog, type IconName, useCan } from "@comptoir/kit";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";

export type Correctable = Order["corrections"][number];

// Few orders need them.
const FORMS = {
  ADDRESS: lazy(() => import("./CorrectAddress")),
  ARTICLES: lazy(() => import("./CorrectArticles")),
};

/** What both forms are handed. */
export interface CorrectionProps {
  order: Order;
  /** It is handed over again once it is right. */
  sendsAgain: boolean;
  onClose: () => void;
}

/** What this user can put right in the order now, what helps first in front. */
export function useCorrections(order: Order): Correctable[] {
  const mayWrite = useCan()("WRITE_ORDER");
  if (!mayWrite) return [];
  const isShort = order.hold?.reason === "STOCK";
  return [...order.corrections].sort((one, other) =>
    isShort ? other.localeCompare(one) : one.localeCompare(other),
  );
}

/** What putting that right is called. */
export function useCorrectionNames(): Record<Correctable, { label: string; title: string; icon: IconName }> {
  const { t } = useTranslation("orders");
  return {
    ADDRESS: { label: t("correct.action"), title: t("correct.title"), icon: "edit" },
    ARTICLES: { label: t("correct.articles.action"), title: t("correct.articles.title"), icon: "product" },
  };
}

interface DialogProps {
  order: Order;
  /** Null: nothing. */
  part: Correctable | null;
  onClose: () => void;
}

/** The form for a part of the order. */
export function CorrectionDialog({ order, part, onClose }: DialogProps) {
  const names = useCorrectionNames();
  const [shown, setShown] = useState(part);
  // What closes is still seen for a moment.
  if (part !== null && part !== shown) setShown(part);
  const { manual, hold } = order;
  const isHere = manual != null && manual.state !== "PUSHED";
  const sendsAgain = isHere && hold != null && hold.reason !== "UNCONNECTED";
  const Form = shown && FORMS[shown];
  return (
    <Dialog title={shown ? names[shown].title : ""} open={part !== null} onClose={onClose} wide>
      <Suspense fallback={null}>
        {Form && <Form order={order} sendsAgain={sendsAgain} onClose={onClose} />}
      </Suspense>
    </Dialog>
  );
}

/** A button for each part that can be put right. */
export function CorrectionButtons({ order }: { order: Order }) {
  const corrections = useCorrections(order);
  const names = useCorrectionNames();
  const [part, setPart] = useState<Correctable | null>(null);
  if (corrections.length === 0) return null;
  return (
    <>
      {corrections.map((each, at) => (
        <Button
          key={each}
          kind={at === 0 ? "primary" : undefined}
          icon={names[each].icon}
          onClick={() => setPart(each)}
        >
          {names[each].label}
        </Button>
      ))}
      <CorrectionDialog order={order} part={part} onClose={() => setPart(null)} />
    </>
  );
}
