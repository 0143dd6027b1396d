import { CopyId, Facts, type IconName, Link, Section, Timeline, type Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Order } from "./api";

type Step = Order["steps"][number];

const LOOK: Record<Step["milestone"], { icon: IconName; tone: Tone }> = {
  PLACED: { icon: "orders", tone: "info" },
  RECEIVED: { icon: "check", tone: "info" },
  PREPARED: { icon: "product", tone: "info" },
  SHIPPED: { icon: "shipped", tone: "info" },
  DELIVERED: { icon: "delivered", tone: "success" },
  RETURNED: { icon: "returned", tone: "warning" },
  CANCELLED: { icon: "close", tone: "attention" },
};

/** Who carries the parcel, and where it is followed, as far as the provider tells. */
function Parcel({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { carrier, trackingNumber, trackingUrl } = order;
  const facts = [
    ...(carrier ? [{ label: t("fact.carrier"), value: carrier }] : []),
    ...(trackingNumber
      ? [{ label: t("fact.trackingNumber"), value: <CopyId value={trackingNumber} /> }]
      : []),
  ];
  return (
    <>
      {facts.length > 0 && <Facts facts={facts} />}
      {trackingUrl && (
        <div>
          <Link to={trackingUrl} external>
            {t("fact.follow")}
          </Link>
        </div>
      )}
    </>
  );
}

/** What the order has been through and what is to come, each step from what its provider told. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const note = ({ milestone, state, at, isLatest }: Step) => {
    if (state === "NEXT") return order.hold ? t("timeline.waits") : t("timeline.next");
    if (state === "LATER") {
      const isUntracked = milestone === "DELIVERED" && order.status === "HANDED_OVER";
      return isUntracked ? t("timeline.untracked") : t("timeline.later");
    }
    if (!at) return t("timeline.untold");
    return isLatest ? t("timeline.latest") : undefined;
  };
  return (
    <Section title={t("detail.tracking")}>
      <Timeline
        label={t("timeline.label")}
        events={order.steps.map((step) => {
          const isDone = step.state === "DONE";
          return {
            id: step.milestone,
            at: step.at ?? null,
            isDone,
            title: isDone ? t(`step.${step.milestone}`) : t(`expected.${step.milestone}`),
            by: note(step),
            ...LOOK[step.milestone],
            children: step.milestone === "SHIPPED" && <Parcel order={order} />,
          };
        })}
      />
    </Section>
  );
}
