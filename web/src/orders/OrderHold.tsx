import { Banner, Button, Can, Link, Row, useAct, useCan, useIsStaff, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useWords } from "../i18n/useWords";
import { usePluginActions } from "../plugins/PluginActions";
import { useConnectors } from "../stores/api";
import { storePaths } from "../stores/paths";
import { cancelOrder, type Order, pushOrder } from "./api";
import { CorrectionButtons } from "./CorrectOrder";
import { canEnd } from "./values";

type StuckOrder = Order & { hold: NonNullable<Order["hold"]> };

/** Asks for another try to hand it over. */
function PushAgain({ order }: { order: StuckOrder }) {
  const { t } = useTranslation("orders");
  const [push, isBusy] = useAct(() => ({ run: () => pushOrder(order.id), failed: t("push.failed") }));
  const isFirst = order.hold.reason === "UNCONNECTED";
  return (
    <Button icon="synchronize" busy={isBusy} onClick={() => void push()}>
      {isFirst ? t("push.first") : t("push.again")}
    </Button>
  );
}

/** Cancels what no provider has. */
function Cancel({ order }: { order: StuckOrder }) {
  const { t } = useTranslation("orders");
  const [cancel, isBusy] = useAct(() => ({
    confirm: {
      title: t("cancel.title", { reference: order.reference }),
      text: t("cancel.text"),
      confirm: t("cancel.action"),
      decline: t("cancel.decline"),
      destructive: true,
    },
    run: () => cancelOrder(order.id),
    done: t("cancel.done", { reference: order.reference }),
    failed: t("cancel.failed"),
  }));
  return (
    <Button kind="quiet" busy={isBusy} onClick={() => void cancel()}>
      {t("cancel.action")}
    </Button>
  );
}

/** Whether it could be handed over: who may not know of connectors is left to try. */
function useIsConnected(order: StuckOrder): boolean {
  const isStaff = useIsStaff();
  const mayKnow = useCan()("READ_CONNECTOR");
  const isAsked = order.hold.reason === "UNCONNECTED" && isStaff && mayKnow;
  const { data } = useConnectors(isAsked ? order.store.id : null);
  return !isAsked || (data?.some(({ role }) => role === "fulfillment") ?? false);
}

/** What mends an order that its provider does not have yet. */
function HereActions({ order }: { order: StuckOrder }) {
  const { t } = useTranslation("orders");
  const area = useArea();
  const mayOpen = useMayOpen();
  const isConnected = useIsConnected(order);
  const store = storePaths.detail(area, order.store.id);
  return (
    <>
      {!isConnected && mayOpen(store) && (
        <Button icon="store" to={store}>
          {t("hold.openStore")}
        </Button>
      )}
      <Can permission="WRITE_ORDER">
        <CorrectionButtons order={order} />
        {isConnected && <PushAgain order={order} />}
        {order.manual?.isOpen && <Cancel order={order} />}
      </Can>
    </>
  );
}

/** What mends an order that its provider has: there, or by what its plugin can do. */
function ThereActions({ order }: { order: StuckOrder }) {
  const { t } = useTranslation("orders");
  const words = useWords();
  const actions = usePluginActions<StuckOrder>("order", canEnd)?.(order) ?? [];
  const page = order.links[0] ?? (order.providerUrl ? { url: order.providerUrl, label: null } : undefined);
  return (
    <>
      <CorrectionButtons order={order} />
      {page && (
        <Link to={page.url} external>
          {page.label ? words(page.label) : t("hold.atProvider")}
        </Link>
      )}
      {order.hold.reason === "TRANSIT" && order.trackingUrl && (
        <Link to={order.trackingUrl} external>
          {t("fact.follow")}
        </Link>
      )}
      {actions.map(({ id, label, onClick }) => (
        <Button key={id} onClick={onClick}>
          {label}
        </Button>
      ))}
    </>
  );
}

/** Why the order does not go on, and what mends it. */
export function OrderHold({ order }: { order: StuckOrder }) {
  const { t } = useTranslation("orders");
  const { reason, words } = order.hold;
  const isHere = order.manual != null && order.manual.state !== "PUSHED";
  const isCritical = reason === "REFUSED" || reason === "ADDRESS" || reason === "TRANSIT";
  return (
    <Banner tone={isCritical ? "critical" : "warning"} title={t(`hold.${reason}.title`)}>
      <p>{t(`hold.${reason}.text`)}</p>
      {words && <p>{t("hold.said", { words })}</p>}
      <Row>{isHere ? <HereActions order={order} /> : <ThereActions order={order} />}</Row>
    </Banner>
  );
}
