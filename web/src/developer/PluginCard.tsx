import {
  Button,
  Code,
  CopyId,
  DateTime,
  Facts,
  Figure,
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
import { PluginActivity } from "./PluginActivity";
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
  const { busy, decide } = useDecision("approve");
  if (host.granted) return <StatusBadge tone="success">{t("plugins.granted")}</StatusBadge>;
  return (
    <Row>
      <StatusBadge tone="warning">{t("plugins.asked")}</StatusBadge>
      <Button busy={busy} onClick={() => void decide(plugin.id, [host.base])}>
        {t("plugins.approve")}
      </Button>
    </Row>
  );
}

function Grants({ plugin }: { plugin: Plugin }) {
  const { hosts } = plugin;
  const { t, i18n } = useTranslation("developer");
  if (hosts.length === 0) return <Quiet>{t("plugins.noHosts")}</Quiet>;
  const reason = (host: Plugin["hosts"][number]) => host.reason[i18n.resolvedLanguage === "en" ? "en" : "fr"];
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
              <div>{reason(host)}</div>
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
  const figure = (label: string, value: number) => ({ label, value: <Figure value={value} /> });
  return (
    <Facts
      facts={[
        figure(t("plugins.calls"), plugin.calls),
        figure(t("plugins.failures"), plugin.failures),
        figure(t("plugins.denials"), plugin.denials),
        figure(t("plugins.requests"), plugin.requests),
        figure(t("plugins.wall"), Math.round(plugin.wallMs)),
        figure(t("plugins.cpu"), Math.round(plugin.cpuMs)),
        figure(t("plugins.memory"), Math.ceil(plugin.peakMemoryBytes / 1_048_576)),
      ]}
    />
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
  return <Facts facts={facts} />;
}

/** One plugin. */
export function PluginCard({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const [open, setOpen] = useState(false);
  const error = plugin.error ?? plugin.lastError?.message;
  return (
    <Section title={`${plugin.name} ${plugin.version}`} action={<State plugin={plugin} />}>
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
        <Grants plugin={plugin} />
        <PluginVersions plugin={plugin} />
        <Tiles>
          <Facts
            facts={[
              { label: t("plugins.roles"), value: plugin.roles.join(", ") || NONE },
              {
                label: t("plugins.digest"),
                value: <CopyId value={plugin.digest} label={plugin.digest?.slice(0, 19)} />,
              },
              { label: t("plugins.loaded"), value: <DateTime at={plugin.loadedAt} /> },
            ]}
          />
          <Counters plugin={plugin} />
          <Limits limits={plugin.limits} />
        </Tiles>
        {plugin.state === "ready" && (
          <div>
            <Button onClick={() => setOpen(!open)}>
              {open ? t("plugins.hideActivity") : t("plugins.showActivity")}
            </Button>
          </div>
        )}
        {open && <PluginActivity id={plugin.id} />}
      </Stack>
    </Section>
  );
}
