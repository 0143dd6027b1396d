import { Button, Code, Empty, Page, PageSkeleton, type Schemas } from "@comptoir/kit";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorBoundary } from "../app/ErrorBoundary";
import { loadPlugin, PluginError } from "./loadPlugin";

type Plugin = Schemas["Plugin"];

async function screenOf(plugin: Plugin, path: string): Promise<{ default: ComponentType }> {
  const { screens } = await loadPlugin(plugin);
  const load = screens[path];
  if (!load) throw new PluginError("failed", `the remote has no screen ${path}`);
  return load();
}

function Failed({ plugin, error, retry }: { plugin: Plugin; error: Error; retry: () => void }) {
  const { t } = useTranslation("shell");
  const texts = {
    kit: t("plugin.kit"),
    timeout: t("plugin.timeout"),
    failed: t("plugin.failed"),
    threw: t("plugin.threw"),
  };
  const reason = error instanceof PluginError ? error.reason : "threw";
  return (
    <Page title={plugin.name}>
      <div role="alert">
        <Empty
          icon="integrations"
          title={t("plugin.title", { name: plugin.name })}
          action={<Button onClick={retry}>{t("plugin.retry")}</Button>}
        >
          <p>{texts[reason]}</p>
          <Code>{error.message}</Code>
        </Empty>
      </div>
    </Page>
  );
}

/** A screen that a plugin brings. Missing, slow or broken, it fails in its own place. */
export function PluginScreen({ plugin, path }: { plugin: Plugin; path: string }) {
  const load = () => lazy(() => screenOf(plugin, path));
  const [Screen, setScreen] = useState(load);
  return (
    <ErrorBoundary
      fallback={(error, reset) => (
        <Failed
          plugin={plugin}
          error={error}
          retry={() => {
            setScreen(load());
            reset();
          }}
        />
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  );
}
