import {
  Banner,
  Button,
  Code,
  CopyId,
  DateTime,
  Facts,
  Figure,
  Link,
  NONE,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  StatusBadge,
  Tiles,
  type Tone,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { useAsideCount } from "../aside/api";
import { asidePaths } from "../aside/paths";
import { useWords } from "../i18n/useWords";
import { useDuration } from "../jobs/useDuration";
import { PluginActivity } from "./PluginActivity";
import { PluginRights } from "./PluginRights";
import { NewerVersion, PluginVersions } from "./PluginVersions";
import { type Plugin, useDecision } from "./plugins";

function State({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const states: Record<string, { label: string; tone: Tone }> = {
    ready: { label: t("plugins.state.ready"), tone: "success" },
    failed: { label: t("plugins.state.failed"), tone: "critical" },
    disabled: { label: t("plugins.state.disabled"), tone: "new" },
  };
  const breakers: Record<string, { label: string; tone: Tone }> = {
    open: { label: t("plugins.breaker.open"), tone: "critical" },
    half_open: { label: t("plugins.breaker.halfOpen"), tone: "warning" },
  };
  const state = states[plugin.state] ?? { label: plugin.state, tone: "new" as const };
  const breaker = breakers[plugin.breaker ?? "closed"];
  return (
    <Row>
      <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
      {breaker && <StatusBadge tone={breaker.tone}>{breaker.label}</StatusBadge>}
    </Row>
  );
}

function Grant({ plugin, host }: { plugin: Plugin; host: Plugin["hosts"][number] }) {
  const { t } = useTranslation("developer");
  const [approve, busy] = useDecision("approve");
  if (host.granted) return <StatusBadge tone="success">{t("plugins.granted")}</StatusBadge>;
  return (
    <Row>
      <StatusBadge tone="warning">{t("plugins.asked")}</StatusBadge>
      <Button busy={busy} onClick={() => void approve(plugin.id, [{ kind: "host", what: host.base }])}>
        {t("plugins.approve")}
      </Button>
    </Row>
  );
}

function Grants({ plugin }: { plugin: Plugin }) {
  const { hosts } = plugin;
  const { t } = useTranslation("developer");
  const words = useWords();
  if (hosts.length === 0) return <Quiet>{t("plugins.noHosts")}</Quiet>;
  return (
    <SimpleTable
      caption={t("plugins.grants")}
      rows={hosts}
      rowKey={(host) => host.base}
      columns={[
        {
          id: "base",
          header: t("plugins.host"),
          cell: (host) => (
            <>
              <div>{host.base}</div>
              <Quiet>
                {host.methods.join(", ")} {host.paths.join(", ")}
              </Quiet>
              <div>{words(host.reason)}</div>
              {host.destination && host.destination !== host.base && <div>→ {host.destination}</div>}
            </>
          ),
        },
        {
          id: "granted",
          header: t("plugins.grant"),
          cell: (host) => <Grant plugin={plugin} host={host} />,
        },
      ]}
    />
  );
}

function Counters({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const duration = useDuration();
  const figure = (label: string, value: number) => ({ label, value: <Figure value={value} /> });
  return (
    <Facts
      facts={[
        figure(t("plugins.calls"), plugin.calls),
        figure(t("plugins.failures"), plugin.failures),
        figure(t("plugins.denials"), plugin.denials),
        figure(t("plugins.requests"), plugin.requests),
        { label: t("plugins.wall"), value: duration(plugin.wallMs) },
        { label: t("plugins.cpu"), value: duration(plugin.cpuMs) },
        figure(t("plugins.memory"), Math.ceil(plugin.peakMemoryBytes / 1_048_576)),
      ]}
    />
  );
}

/** What the plugin can be for the portal. */
function useRoleName() {
  const { t } = useTranslation("developer");
  const names: Record<string, string> = {
    fulfilment: t("plugins.role.fulfilment"),
    shop: t("plugins.role.shop"),
    support: t("plugins.role.support"),
    accounting: t("plugins.role.accounting"),
    report: t("plugins.role.report"),
    actions: t("plugins.role.actions"),
    "report-plan": t("plugins.role.report-plan"),
    webhooks: t("plugins.role.webhooks"),
    schedule: t("plugins.role.schedule"),
    routes: t("plugins.role.routes"),
  };
  return (role: string) => names[role] ?? role;
}

/** What it gave that could not be taken: leads there. */
function SetAside({ plugin }: { plugin: string }) {
  const area = useArea();
  const { count, cursor } = useAsideCount([{ field: "plugin", values: [plugin] }]);
  if (count === undefined) return NONE;
  return (
    <Link to={`${asidePaths.list(area)}?cursor=${cursor}`}>
      <Figure value={count} />
    </Link>
  );
}

/** What it is, and what it used up since it was loaded. */
function About({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const roleName = useRoleName();
  return (
    <Tiles>
      <Facts
        facts={[
          { label: t("plugins.roles"), value: plugin.roles.map(roleName).join(", ") || NONE },
          {
            label: t("plugins.digest"),
            value: <CopyId value={plugin.digest} label={plugin.digest?.slice(0, 19)} />,
          },
          { label: t("plugins.loaded"), value: <DateTime at={plugin.loadedAt} /> },
          { label: t("plugins.setAside"), value: <SetAside plugin={plugin.id} /> },
          ...(typeof plugin.isolated === "boolean"
            ? [
                {
                  label: t("plugins.screens"),
                  value: plugin.isolated ? t("plugins.isolated") : t("plugins.trusted"),
                },
              ]
            : []),
        ]}
      />
      <Counters plugin={plugin} />
    </Tiles>
  );
}

/** What the plugin may use up; the names carry their units. */
function Limits({ limits }: { limits: Plugin["limits"] }) {
  const { t } = useTranslation("developer");
  const labels: Record<string, string> = {
    concurrentCalls: t("plugins.limit.concurrentCalls"),
    concurrentRequests: t("plugins.limit.concurrentRequests"),
    cpuSeconds: t("plugins.limit.cpuSeconds"),
    fileMib: t("plugins.limit.fileMib"),
    jobCpuSeconds: t("plugins.limit.jobCpuSeconds"),
    jobRequests: t("plugins.limit.jobRequests"),
    jobWallSeconds: t("plugins.limit.jobWallSeconds"),
    logKib: t("plugins.limit.logKib"),
    memoryMib: t("plugins.limit.memoryMib"),
    requests: t("plugins.limit.requests"),
    responseMib: t("plugins.limit.responseMib"),
    resultMib: t("plugins.limit.resultMib"),
    storeMib: t("plugins.limit.storeMib"),
    wallSeconds: t("plugins.limit.wallSeconds"),
  };
  const facts = Object.entries(limits).map(([name, value]) => ({
    label: labels[name] ?? name,
    value: <Figure value={value} />,
  }));
  const half = Math.ceil(facts.length / 2);
  return (
    <Tiles>
      <Facts facts={facts.slice(0, half)} />
      <Facts facts={facts.slice(half)} />
    </Tiles>
  );
}

/** What is shown on demand. */
type Panel = "activity" | "limits" | "rights";

/** One plugin. */
export function PluginCard({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const [shown, setShown] = useState<Panel | null>(null);
  const toggle = (panel: Panel) => setShown(shown === panel ? null : panel);
  const error = plugin.error ?? plugin.lastError?.message;
  // One that does not load may call itself anything: plugins.toml knows it by its id.
  const title = `${plugin.state === "failed" ? plugin.id : plugin.name} ${plugin.version}`;
  return (
    <Section title={title.trim()} action={<State plugin={plugin} />}>
      <Stack>
        {error && (
          <div>
            <Quiet>
              {t("plugins.lastError")} {plugin.lastError && <DateTime at={plugin.lastError.at} />}
            </Quiet>
            <Code>{error}</Code>
          </div>
        )}
        <NewerVersion plugin={plugin} />
        {plugin.idle.length > 0 && (
          <Banner tone="warning" title={t("plugins.idle")}>
            <Code>{plugin.idle.join("\n")}</Code>
          </Banner>
        )}
        <Grants plugin={plugin} />
        <PluginVersions plugin={plugin} />
        {plugin.state === "ready" && (
          <>
            <About plugin={plugin} />
            <Row>
              <Button onClick={() => toggle("activity")}>
                {shown === "activity" ? t("plugins.hideActivity") : t("plugins.showActivity")}
              </Button>
              <Button onClick={() => toggle("rights")}>
                {shown === "rights" ? t("plugins.hideRights") : t("plugins.showRights")}
              </Button>
              <Button onClick={() => toggle("limits")}>
                {shown === "limits" ? t("plugins.hideLimits") : t("plugins.showLimits")}
              </Button>
            </Row>
          </>
        )}
        {shown === "activity" && <PluginActivity id={plugin.id} />}
        {shown === "rights" && (
          <PluginRights caption={t("plugins.rights")} rights={plugin.rights} isolated={plugin.isolated} />
        )}
        {shown === "limits" && <Limits limits={plugin.limits} />}
      </Stack>
    </Section>
  );
}
