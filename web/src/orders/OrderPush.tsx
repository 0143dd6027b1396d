import { DateTime, Facts, Section, Stack, StatusBadge, type Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { ManualOrder, Order } from "./api";

function usePushStates(): Record<ManualOrder["state"], { label: string; tone: Tone }> {
  const { t } = useTranslation("orders");
  return {
    PENDING: { label: t("push.PENDING"), tone: "info" },
    PUSHED: { label: t("push.PUSHED"), tone: "success" },
    FAILED: { label: t("push.FAILED"), tone: "critical" },
    UNCONNECTED: { label: t("push.UNCONNECTED"), tone: "attention" },
  };
}

/** Where the hand-over of an order that was made here stands. */
export function OrderPush({ order, manual }: { order: Order; manual: ManualOrder }) {
  const { t } = useTranslation("orders");
  const { label, tone } = usePushStates()[manual.state];
  const yes = (flag: boolean, label: string) => (flag ? [{ label, value: t("manual.yes") }] : []);
  return (
    <Section title={t("push.title")}>
      <Stack>
        {/* What was cancelled in time is sent nowhere. */}
        {(manual.state === "PUSHED" || order.status !== "CANCELLED") && (
          <div aria-live="polite">
            <StatusBadge tone={tone}>{label}</StatusBadge>
          </div>
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
