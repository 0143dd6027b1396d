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
import { type ManualOrder, type Order, pushOrder } from "./api";

function usePushStates(): Record<ManualOrder["state"], { label: string; tone: Tone }> {
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
export function OrderPush({ order, manual }: { order: Order; manual: ManualOrder }) {
  const { t } = useTranslation("orders");
  const { label, tone } = usePushStates()[manual.state];
  const yes = (flag: boolean, label: string) => (flag ? [{ label, value: t("manual.yes") }] : []);
  return (
    <Section title={t("push.title")}>
      <Stack>
        <div aria-live="polite">
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </div>
        {manual.problem && (
          <Banner
            tone={manual.state === "FAILED" ? "critical" : "warning"}
            title={manual.state === "FAILED" ? t("push.refused") : t("push.waits")}
          >
            <p>{manual.problem}</p>
          </Banner>
        )}
        {manual.state === "UNCONNECTED" && <p>{t("push.unconnectedText")}</p>}
        {manual.state !== "PUSHED" && (manual.state !== "PENDING" || manual.problem) && (
          <PushAgain order={order.id} />
        )}
        <Facts
          facts={[
            ...(manual.pushedAt ? [{ label: t("push.at"), value: <DateTime at={manual.pushedAt} /> }] : []),
            ...(manual.author ? [{ label: t("manual.author"), value: manual.author }] : []),
            ...yes(manual.isFree, t("manual.free")),
            ...yes(manual.isCompanyPurchase, t("manual.purchase")),
          ]}
        />
      </Stack>
    </Section>
  );
}
