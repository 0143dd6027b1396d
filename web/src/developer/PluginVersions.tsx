import { Button, Code, CopyId, DateTime, Quiet, SimpleTable, Stack, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { PluginRights } from "./PluginRights";
import { type Plugin, useDecision } from "./plugins";

/** What the source holds while another version runs, and what to do about it. */
export function NewerVersion({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const [approve, busy] = useDecision("approve", () => ({ done: t("plugins.approved") }));
  const newer = plugin.newer;
  if (!newer) return null;
  if (newer.reason === "failed") {
    return (
      <Stack gap={4}>
        <StatusBadge tone="critical">{t("plugins.newer.failed")}</StatusBadge>
        <Code>{newer.error ?? ""}</Code>
      </Stack>
    );
  }
  if (newer.reason === "passed_over") {
    return <Quiet>{t("plugins.newer.passedOver", { version: newer.version })}</Quiet>;
  }
  return (
    <Stack gap={8}>
      <StatusBadge tone="warning">{t("plugins.newer.waiting", { version: newer.version })}</StatusBadge>
      <Quiet>{t("plugins.newer.asks")}</Quiet>
      <PluginRights caption={t("plugins.newer.asks")} rights={newer.rights} isolated={newer.isolated} />
      <div>
        <Button kind="primary" busy={busy} onClick={() => void approve(plugin.id, newer.rights)}>
          {t("plugins.approveVersion", { version: newer.version })}
        </Button>
      </div>
    </Stack>
  );
}

/** The kept versions, and going back to one. */
export function PluginVersions({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const newest = plugin.newer?.version ?? plugin.version;
  const [run, busy] = useDecision("rollBack", (_, digest) => {
    const kept = plugin.versions.find((version) => version.digest === digest);
    const version = kept?.version ?? newest;
    return {
      confirm: {
        title: t("plugins.runTitle", { name: plugin.name, version }),
        text: digest ? t("plugins.runText") : t("plugins.newestText"),
        confirm: t("plugins.run"),
      },
      done: t("plugins.runs", { version }),
    };
  });
  if (plugin.versions.length < 2 && !plugin.pinned) return null;
  return (
    <Stack gap={8}>
      <SimpleTable
        caption={t("plugins.versions")}
        rows={plugin.versions}
        rowKey={(version) => version.digest}
        columns={[
          { id: "version", header: t("plugins.version"), cell: (version) => version.version },
          { id: "digest", header: t("plugins.digest"), cell: (version) => <CopyId value={version.digest} /> },
          { id: "kept", header: t("plugins.kept"), cell: (version) => <DateTime at={version.keptAt} /> },
          {
            id: "run",
            header: t("plugins.running"),
            cell: (version) =>
              version.running ? (
                <StatusBadge tone="success">{t("plugins.running")}</StatusBadge>
              ) : (
                <Button busy={busy} onClick={() => void run(plugin.id, version.digest)}>
                  {t("plugins.runVersion", { version: version.version })}
                </Button>
              ),
          },
        ]}
      />
      {plugin.pinned && (
        <div>
          <Button busy={busy} onClick={() => void run(plugin.id, null)}>
            {t("plugins.newest")}
          </Button>
        </div>
      )}
    </Stack>
  );
}
