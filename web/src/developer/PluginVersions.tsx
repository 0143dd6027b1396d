import {
  Button,
  Code,
  CopyId,
  confirm,
  DateTime,
  Quiet,
  SimpleTable,
  Stack,
  StatusBadge,
  toast,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Plugin, useDecision } from "./plugins";

/** What the source holds while another version runs, and what to do about it. */
export function NewerVersion({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const { busy, decide } = useDecision("approve");
  const newer = plugin.newer;
  if (!newer) return null;
  const approve = async () => {
    if (await decide(plugin.id, newer.hosts)) toast(t("plugins.approved"));
  };
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
      <Code>{newer.hosts.join("\n")}</Code>
      <div>
        <Button kind="primary" busy={busy} onClick={() => void approve()}>
          {t("plugins.approveVersion", { version: newer.version })}
        </Button>
      </div>
    </Stack>
  );
}

/** The kept versions, and going back to one. */
export function PluginVersions({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation("developer");
  const { busy, decide } = useDecision("rollBack");
  if (plugin.versions.length < 2 && !plugin.pinned) return null;
  const run = async (digest: string | null, version: string) => {
    const question = {
      title: t("plugins.runTitle", { name: plugin.name, version }),
      text: digest ? t("plugins.runText") : t("plugins.newestText"),
      confirm: t("plugins.run"),
    };
    if ((await confirm(question)) && (await decide(plugin.id, digest))) toast(t("plugins.runs", { version }));
  };
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
                <Button busy={busy} onClick={() => void run(version.digest, version.version)}>
                  {t("plugins.runVersion", { version: version.version })}
                </Button>
              ),
          },
        ]}
      />
      {plugin.pinned && (
        <div>
          <Button busy={busy} onClick={() => void run(null, plugin.newer?.version ?? plugin.version)}>
            {t("plugins.newest")}
          </Button>
        </div>
      )}
    </Stack>
  );
}
