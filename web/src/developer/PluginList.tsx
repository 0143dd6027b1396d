import {
  Banner,
  Button,
  Code,
  Empty,
  ErrorView,
  Link,
  Page,
  PageSkeleton,
  type Schemas,
  Stack,
  StatusBadge,
} from "@comptoir/kit";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { storePaths } from "../stores/paths";
import { PluginCard } from "./PluginCard";
import { useDecision, usePlugins } from "./plugins";

type Overview = Schemas["PluginOverview"];

function Reload() {
  const { t } = useTranslation("developer");
  const [reload, busy] = useDecision("reload", () => ({ done: t("plugins.reloaded") }));
  return (
    <Button busy={busy} onClick={() => void reload()}>
      {t("plugins.reload")}
    </Button>
  );
}

/** Plugins that are no longer named, and the stores that are still connected to them. */
function Removed({ plugins }: { plugins: Overview["removed"] }) {
  const { t } = useTranslation("developer");
  const area = useArea();
  if (plugins.length === 0) return null;
  return (
    <Banner tone="warning" title={t("plugins.removed.title")}>
      <Stack gap={8}>
        {plugins.map(({ id, stores }) => (
          <div key={id}>
            {t("plugins.removed.plugin", { id })}{" "}
            {stores.map((store, at) => (
              <Fragment key={store.id}>
                {at > 0 && ", "}
                <Link to={storePaths.detail(area, store.id)}>{store.name}</Link>
              </Fragment>
            ))}
          </div>
        ))}
        <div>{t("plugins.removed.text")}</div>
      </Stack>
    </Banner>
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
      <Removed plugins={data.removed} />
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
