import { Empty, ErrorView, Page, PageSkeleton, Stack, useGet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { PluginCard } from "./PluginCard";

/** Every plugin of this installation: how it is, what it may do, what it did. */
export default function PluginsPage() {
  const { t } = useTranslation("developer");
  const { data, error, mutate } = useGet("/plugins/status", {});
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!data) return <PageSkeleton />;
  return (
    <Page title={t("plugins.title")} width="text">
      {data.length === 0 ? (
        <Empty icon="integrations" title={t("plugins.empty")}>
          {t("plugins.emptyText")}
        </Empty>
      ) : (
        <Stack>
          {data.map((plugin) => (
            <PluginCard key={plugin.id} plugin={plugin} />
          ))}
        </Stack>
      )}
    </Page>
  );
}
