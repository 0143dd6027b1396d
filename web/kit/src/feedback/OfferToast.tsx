import type { IconName } from "../display/icons";
import { Button, Row } from "../layout/parts";

/** What follows from what was done: the button, and what it does. */
export interface Offer {
  /** A verb with its object: "Show the fees". */
  label: string;
  icon: IconName;
  onAct: () => void;
}

/** What was done, and the button that takes it back or leads on from it. */
export function OfferToast({ message, offer }: { message: string; offer: Offer }) {
  return (
    <Row justify="between">
      <span>{message}</span>
      <Button kind="quiet" icon={offer.icon} onClick={offer.onAct}>
        {offer.label}
      </Button>
    </Row>
  );
}
