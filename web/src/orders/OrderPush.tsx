import {
  Banner,
  Button,
  Can,
  DateTime,
  Facts,
  Section,
  Stack,
  StatusBadge,
  type Tone,
  useAct,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Order, type OrderMade, pushOrder } from "./api";

function usePushStates(): Record<OrderMade["state"], { label: string; tone: Tone }> {
  const { t } = useTranslation("orders");
  return {
    PENDING: { label: t("push.PENDING"), tone: "info" },
    PUSHED: { label: t("push.PUSHED"), tone: "success" },
    FAILED: { label: t("push.FAILED"), tone: "critical" },
    UNCONNECTED: { label: t("push.UNCONNECTED"), tone: "attention" },
  };
}

/** Asks for another try. */
function PushAgain({ order }: { order: string }) {
  const { t } = useTranslation("orders");
  const [push, isBusy] = useAct(() => ({ run: () => pushOrder(order), failed: t("push.failed") }));
  return (
    <Can permission="WRITE_ORDER">
      <Button icon="synchronize" busy={isBusy} onClick={() => void push()}>
        {t("push.again")}
      </Button>
    </Can>
  );
}

/** Where the hand-over of an order that was made here stands, and why it went no further. */
export function OrderPush({ order, made }: { order: Order; made: OrderMade }) {
  const { t } = useTranslation("orders");
  const { label, tone } = usePushStates()[made.state];
  const yes = (flag: boolean, label: string) => (flag ? [{ label, value: t("made.yes") }] : []);
  return (
    <Section title={t("push.title")}>
      <Stack>
        <div aria-live="polite">
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </div>
        {made.problem && (
          <Banner
            tone={made.state === "FAILED" ? "critical" : "warning"}
            title={made.state === "FAILED" ? t("push.refused") : t("push.waits")}
          >
            <p>{made.problem}</p>
          </Banner>
        )}
        {made.state === "UNCONNECTED" && <p>{t("push.unconnectedText")}</p>}
        {made.state !== "PUSHED" && (made.state !== "PENDING" || made.problem) && (
          <PushAgain order={order.id} />
        )}
        <Facts
          facts={[
            ...(made.pushedAt ? [{ label: t("push.at"), value: <DateTime at={made.pushedAt} /> }] : []),
            ...(made.author ? [{ label: t("made.author"), value: made.author }] : []),
            ...yes(made.isFree, t("made.free")),
            ...yes(made.isCompanyPurchase, t("made.purchase")),
          ]}
        />
      </Stack>
    </Section>
  );
}
