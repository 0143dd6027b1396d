import {
  Button,
  DateTime,
  Icon,
  ProgressBar,
  Quiet,
  Row,
  Section,
  trackJobs,
  useAct,
  useCan,
  useGet,
  useMayOpen,
  useNow,
} from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { ProviderMark } from "../plugins/ProviderMark";
import { userPaths } from "../users/paths";
import {
  type ConnectorRole,
  type ConnectorType,
  dismissSetup,
  registerWebhooks,
  type Setup,
  type Store,
  synchronize,
  useConnectorTypes,
  useSetup,
} from "./api";
import { ConnectDialog } from "./ConnectDialog";
import classes from "./SetupChecklist.module.css";
import { useConnectorRoles } from "./useStoreLabels";

type Connection = NonNullable<Setup["connections"]>[number];

interface Step {
  id: string;
  title: string;
  isDone: boolean;
  /** Its state in words. */
  state: ReactNode;
  /** What to do for it; the first that is left stands out. */
  action?: (isNext: boolean) => ReactNode;
}

const kindOf = (isNext: boolean) => (isNext ? ("primary" as const) : ("default" as const));

/** Connects a role. */
function Connect(props: { storeId: string; role: ConnectorRole; types: ConnectorType[]; isNext: boolean }) {
  const { t } = useTranslation("stores");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind={kindOf(props.isNext)} icon="integrations" onClick={() => setIsOpen(true)}>
        {t("connect.action")}
      </Button>
      <ConnectDialog
        storeId={props.storeId}
        role={props.role}
        types={props.types.filter((each) => each.roles.includes(props.role))}
        open={isOpen}
        onDone={() => undefined}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

/** The step of a role: who plays it, or the way to connect somebody. */
function useRoleStep(store: Store, types: ConnectorType[]) {
  const roles = useConnectorRoles();
  const mayConnect = useCan()("WRITE_CONNECTOR");
  return (role: ConnectorRole, connections: Connection[]): Step => {
    const connection = connections.find((each) => each.role === role);
    const type = types.find((each) => each.type === connection?.type);
    const name = type?.name ?? connection?.type ?? "";
    return {
      id: role,
      title: roles[role].label,
      isDone: connection !== undefined,
      state: connection ? (
        <Row>
          <ProviderMark name={name} logo={type?.logo} />
          {name}
        </Row>
      ) : (
        roles[role].text
      ),
      action: mayConnect
        ? (isNext) => <Connect storeId={store.id} role={role} types={types} isNext={isNext} />
        : undefined,
    };
  };
}

/**
 * Why the last synchronisation of these failed, in the words of who refused it; null: none did.
 *
 * @param isAsked false asks for nothing
 */
function useProblem(isAsked: boolean) {
  const { data } = useGet(isAsked ? "/connector/health" : null, {});
  return (connections: Connection[]) =>
    data?.connectors.find(({ id, problem }) => problem && connections.some((each) => each.id === id)) ?? null;
}

/** The first synchronisation: of each connection that brings orders. */
function useSynchronizeStep(isLeft: boolean) {
  const { t } = useTranslation("stores");
  const can = useCan();
  const now = useNow();
  const problemOf = useProblem(isLeft);
  const [start, busy] = useAct((ids: string[]) => ({
    run: () => synchronize(ids),
    failed: t("setup.sync.failed"),
    after: trackJobs,
  }));
  return (connections: Connection[]): Step => {
    const pulled = connections.filter(({ role }) => role !== "support");
    const left = pulled.filter(({ synchronizedAt }) => synchronizedAt === null);
    const running = pulled.flatMap(({ synchronizing }) => synchronizing ?? []);
    const isDone = pulled.length > 0 && left.length === 0;
    const last = pulled
      .flatMap(({ synchronizedAt }) => synchronizedAt ?? [])
      .sort()
      .at(-1);
    const isKnown = running.every(({ total }) => total !== null);
    const sum = (of: "done" | "total") => running.reduce((all, each) => all + (each[of] ?? 0), 0);
    const state = () => {
      if (isDone) return last && <DateTime at={last} />;
      if (pulled.length === 0) return t("setup.sync.waits");
      if (running.length === 0) {
        const refused = problemOf(left);
        return refused
          ? t("setup.sync.refused", { provider: refused.name, problem: refused.problem })
          : t("setup.sync.ready");
      }
      return (
        <ProgressBar
          label={t("setup.sync.title")}
          done={sum("done")}
          total={isKnown ? sum("total") : null}
          startedAt={null}
          now={now}
        />
      );
    };
    const isOffered = pulled.length > 0 && running.length === 0 && can("WRITE_ORDER");
    return {
      id: "sync",
      title: t("setup.sync.title"),
      isDone,
      state: state(),
      action: isOffered
        ? (isNext) => (
            <Button
              kind={kindOf(isNext)}
              icon="synchronize"
              busy={busy}
              onClick={() => void start(left.map(({ id }) => id))}
            >
              {t("setup.sync.action")}
            </Button>
          )
        : undefined,
    };
  };
}

/** The events of shop platforms and support desks, which are asked for them; others are told the address by hand. */
function useWebhooksStep(store: Store) {
  const { t } = useTranslation("stores");
  const mayConnect = useCan()("WRITE_CONNECTOR");
  const [register, busy] = useAct(() => ({
    run: () => registerWebhooks(store.id),
    failed: t("setup.webhooks.failed"),
    after: trackJobs,
  }));
  return (connections: Connection[]): Step => {
    const asked = connections.filter(
      ({ role, webhookAddress }) => role !== "fulfillment" && webhookAddress !== null,
    );
    const left = asked.filter(({ webhooks }) => webhooks.registeredAt === null);
    // Who is connected to none that sends any lacks none.
    const isDone = left.length === 0 && connections.length > 0;
    const state = () => {
      if (connections.length === 0) return t("setup.webhooks.waits");
      if (asked.length === 0) return t("setup.webhooks.none");
      return isDone ? t("setup.webhooks.done") : t("setup.webhooks.text");
    };
    return {
      id: "webhooks",
      title: t("setup.webhooks.title"),
      isDone,
      state: state(),
      action:
        mayConnect && left.length > 0
          ? (isNext) => (
              <Button kind={kindOf(isNext)} icon="synchronize" busy={busy} onClick={() => void register()}>
                {t("setup.webhooks.action")}
              </Button>
            )
          : undefined,
    };
  };
}

/** The steps until a store works, in their order. */
function useSteps(store: Store, setup: Setup | undefined): Step[] {
  const { t } = useTranslation("stores");
  const area = useArea();
  const { types = [] } = useConnectorTypes();
  const mayOpen = useMayOpen();
  const roleStep = useRoleStep(store, types);
  const webhooksStep = useWebhooksStep(store);
  const connections = setup?.connections;
  const isLeft = connections?.some(({ role, synchronizedAt }) => role !== "support" && !synchronizedAt);
  const synchronizeStep = useSynchronizeStep(isLeft === true);
  if (!setup || !connections) return [];
  const steps: Step[] = [
    {
      id: "created",
      title: t("setup.created"),
      isDone: true,
      state: <DateTime at={store.createdAt} />,
    },
    roleStep("shop", connections),
    roleStep("fulfillment", connections),
    synchronizeStep(connections),
    webhooksStep(connections),
  ];
  if (setup.people === null) return steps;
  // Whose person it is can only be known where the store belongs to one alone.
  const [owner, ...others] = store.organizations;
  const invite =
    owner && others.length === 0
      ? userPaths.createOf(area, store.id, owner.organizationId)
      : userPaths.create(area);
  steps.push({
    id: "people",
    title: t("setup.people.title"),
    isDone: setup.people > 0,
    state: setup.people > 0 ? t("setup.people.done", { count: setup.people }) : t("setup.people.text"),
    action: mayOpen(invite)
      ? (isNext) => (
          <Button kind={kindOf(isNext)} icon="user" to={invite}>
            {t("setup.people.action")}
          </Button>
        )
      : undefined,
  });
  return steps;
}

/** What a store lacks until it works, each step with the way to it; gone once all is done, or when nobody wants it. */
export function SetupChecklist({ store }: { store: Store }) {
  const { t } = useTranslation("stores");
  const { data: setup } = useSetup(store.id);
  const steps = useSteps(store, setup);
  const [dismiss, busy] = useAct(() => ({
    run: () => dismissSetup(store.id, true),
    failed: t("setup.dismiss.failed"),
    done: t("setup.dismiss.done"),
    undo: { run: () => dismissSetup(store.id, false), failed: t("setup.dismiss.notRestored") },
  }));
  const canDismiss = useCan()("WRITE_STORE");
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone, action }) => !isDone && action)?.id;
  const isOver = setup?.dismissedAt !== null || store.archivedAt !== null;
  if (isOver || done === steps.length) return null;
  return (
    <Section
      title={t("setup.title")}
      action={
        <Row>
          <Quiet>{t("setup.count", { done, total: steps.length })}</Quiet>
          {canDismiss && (
            <Button kind="quiet" busy={busy} onClick={() => void dismiss()}>
              {t("setup.dismiss.action")}
            </Button>
          )}
        </Row>
      }
    >
      <ol className={classes.steps}>
        {steps.map(({ id, title, isDone, state, action }) => (
          <li key={id} className={classes.step} data-done={isDone || undefined}>
            <Icon name={isDone ? "success" : "new"} size={18} />
            <div className={classes.words}>
              <p className={classes.title}>
                {title}
                <span className={classes.heard}>{isDone ? t("setup.isDone") : t("setup.isLeft")}</span>
              </p>
              <div className={classes.state}>{state}</div>
            </div>
            {!isDone && action?.(id === next)}
          </li>
        ))}
      </ol>
    </Section>
  );
}
