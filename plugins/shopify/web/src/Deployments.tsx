import {
  Banner,
  Button,
  DateTime,
  Dialog,
  Loaded,
  NONE,
  ProgressBar,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  StatusBadge,
  type StatusLook,
  useAct,
  useCan,
  useFormats,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Deployment, deployAgain, isPending, useCarriers, useDeployments, useProgress } from "./api";
import { Countries } from "./Countries";

/** What a deployment is called by what it does. */
function useKinds(): Record<Deployment["kind"], string> {
  const { t } = useTranslation("shopify");
  return {
    set: t("deployments.kind.set"),
    clear: t("deployments.kind.clear"),
    markets: t("deployments.kind.markets"),
  };
}

function useStates(): Record<Deployment["state"], StatusLook> {
  const { t } = useTranslation("shopify");
  return {
    pending: { tone: "info", label: t("deployments.state.pending") },
    done: { tone: "success", label: t("deployments.state.done") },
    partial: { tone: "warning", label: t("deployments.state.partial") },
    failed: { tone: "critical", label: t("deployments.state.failed") },
  };
}

function State({ of }: { of: Deployment }) {
  const { tone, label } = useStates()[of.state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** How many zones are done, of how many. */
function useZonesDone() {
  const { t } = useTranslation("shopify");
  return ({ zones }: Deployment) =>
    t("deployments.zonesDone", { done: zones.filter(({ done }) => done).length, count: zones.length });
}

function Running({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation("shopify");
  const job = useProgress(deployment);
  return (
    <Stack gap={12}>
      <Banner tone="info" title={t("deployments.running")}>
        {t("deployments.runningText")} {deployment.problem && t("deployments.waiting")}
      </Banner>
      <ProgressBar
        label={t("deployments.progress")}
        done={job?.progress?.done ?? deployment.zones.filter(({ done }) => done).length}
        total={job?.progress?.total ?? (deployment.zones.length || null)}
        startedAt={job?.startedAt ? Date.parse(job.startedAt) : null}
        now={Date.now()}
      />
    </Stack>
  );
}

function Outcome({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation("shopify");
  const zonesDone = useZonesDone()(deployment);
  if (isPending(deployment)) return <Running deployment={deployment} />;
  if (deployment.state === "done") return <Banner tone="info" title={t("deployments.doneTitle")} />;
  const isPartial = deployment.state === "partial";
  return (
    <Banner
      tone={isPartial ? "warning" : "critical"}
      title={isPartial ? t("deployments.partialTitle") : t("deployments.failedTitle")}
    >
      {[deployment.problem, deployment.zones.length > 0 && zonesDone].filter(Boolean).join(" · ")}
    </Banner>
  );
}

/** How a deployment goes, or went, zone by zone. */
export function DeploymentView({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation("shopify");
  return (
    <Stack>
      <Outcome deployment={deployment} />
      {deployment.zones.length > 0 && (
        <SimpleTable
          caption={t("deployments.zones")}
          rows={deployment.zones}
          rowKey={({ name }) => name}
          columns={[
            { id: "name", header: t("deployments.zone"), cell: ({ name }) => name },
            {
              id: "countries",
              header: t("markets.countries"),
              cell: ({ countries }) => <Countries codes={countries} />,
            },
            {
              id: "state",
              header: t("shipping.state"),
              cell: ({ done }) => (
                <StatusBadge tone={done ? "success" : "new"}>
                  {done ? t("deployments.zoneDone") : t("deployments.zoneOpen")}
                </StatusBadge>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}

interface AgainProps {
  deployment: Deployment;
  /** What people call the store. */
  shop: string;
  /** Another one is under way. */
  isBusy: boolean;
}

/** Deploys once more what a deployment had set, after a question. */
export function AgainButton({ deployment, shop, isBusy }: AgainProps) {
  const { t } = useTranslation("shopify");
  const { full } = useFormats();
  const [again, busy] = useAct(() => ({
    confirm: {
      title: t("deployments.againTitle", { shop }),
      text: t("deployments.againText", { at: full(deployment.createdAt) }),
      confirm: t("deployments.again"),
    },
    run: () => deployAgain(deployment.id),
    failed: t("deployments.notBegun"),
    done: t("deployments.begun"),
  }));
  return (
    <Button
      icon="synchronize"
      busy={busy}
      disabledBecause={isBusy ? t("deployments.busy") : undefined}
      onClick={() => void again()}
    >
      {t("deployments.again")}
    </Button>
  );
}

interface DeploymentsProps {
  store: string;
  /** What people call it. */
  shop: string;
}

/** The last deployments of a store: who, when, what, how it went, and the way back to one. */
export function Deployments({ store, shop }: DeploymentsProps) {
  const { t } = useTranslation("shopify");
  const deployments = useDeployments(store);
  const carriers = useCarriers().page?.rows;
  const kinds = useKinds();
  const zonesDone = useZonesDone();
  const mayDeploy = useCan()("WRITE_CONNECTOR");
  const [opened, setOpened] = useState<string | null>(null);
  const nameOf = (id: string) => carriers?.find((carrier) => carrier.id === id)?.name;
  const namesOf = (ids: string[]) => ids.map(nameOf).filter(Boolean).join(", ");
  return (
    <Loaded of={deployments}>
      {(rows) => {
        if (rows.length === 0) return <span role="status">{t("deployments.none")}</span>;
        const shown = rows.find(({ id }) => id === opened);
        const isBusy = rows.some(isPending);
        const again = {
          id: "again",
          header: t("deployments.action"),
          cell: (row: Deployment) =>
            row.kind === "set" && !isPending(row) ? (
              <AgainButton deployment={row} shop={shop} isBusy={isBusy} />
            ) : (
              NONE
            ),
        };
        return (
          <>
            <SimpleTable
              caption={t("deployments.title")}
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                {
                  id: "at",
                  header: t("deployments.at"),
                  cell: ({ createdAt }) => <DateTime at={createdAt} />,
                },
                { id: "author", header: t("deployments.author"), cell: ({ author }) => author },
                {
                  id: "what",
                  header: t("deployments.what"),
                  cell: ({ kind, carrierIds }) => (
                    <Stack gap={0}>
                      <span>{kinds[kind]}</span>
                      {carrierIds.length > 0 && <Quiet>{namesOf(carrierIds)}</Quiet>}
                    </Stack>
                  ),
                },
                { id: "state", header: t("shipping.state"), cell: (row) => <State of={row} /> },
                {
                  id: "zones",
                  header: t("deployments.zones"),
                  cell: (row) => (
                    <Button kind="quiet" onClick={() => setOpened(row.id)}>
                      {row.zones.length > 0 ? zonesDone(row) : t("deployments.details")}
                    </Button>
                  ),
                },
                ...(mayDeploy ? [again] : []),
              ]}
            />
            {shown && (
              <Dialog title={kinds[shown.kind]} open onClose={() => setOpened(null)} wide>
                <Stack>
                  <Row>
                    <State of={shown} />
                    <Quiet>
                      {shown.author} · <DateTime at={shown.createdAt} />
                    </Quiet>
                  </Row>
                  <DeploymentView deployment={shown} />
                </Stack>
              </Dialog>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
