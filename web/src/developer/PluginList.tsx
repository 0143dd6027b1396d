import { Button, Code, Empty, ErrorView, Page, PageSkeleton, Stack, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { PluginCard } from "./PluginCard";
import { useDecision, usePlugins } from "./plugins";

function Reload() {
  const { t } = useTranslation("developer");
  const [reload, busy] = useDecision("reload", () => ({ done: t("plugins.reloaded") }));
  return (
    <Button busy={busy} onClick={() => void reload()}>
      {t("plugins.reload")}
    </Button>
  );
}

/** Every plugin of this installation: how it is, what it may do, what it did. */
export default function PluginList() {
  const { t } = useTranslation("developer");
  const { data, error, mutate } = usePlugins();
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!data) return <PageSkeleton />;
  return (
    <Page title={t("plugins.title")} width="text" actions={<Reload />}>
      {data.problem && (
        <Stack gap={4}>
          <StatusBadge tone="critical">{t("plugins.problem")}</StatusBadge>
          <Code>{data.problem}</Code>
        </Stack>
      )}
      {data.plugins.length === 0 ? (
        <Empty icon="integrations" title={t("plugins.empty")}>
          {t("plugins.emptyText")}
        </Empty>
      ) : (
        <Stack>
          {data.plugins.map((plugin) => (
            <PluginCard key={plugin.id} plugin={plugin} />
          ))}
        </Stack>
      )}
    </Page>
  );
}
