import { PageSkeleton, type Schemas } from "@comptoir/kit";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { ErrorBoundary } from "../app/ErrorBoundary";
import { Failed } from "./Failed";
import { loadPlugin, PluginError } from "./loadPlugin";

type Plugin = Schemas["Plugin"];

/** The code of a screen.
 *
 * @throws {PluginError}
 */
export async function screenOf(plugin: Plugin, path: string): Promise<{ default: ComponentType }> {
  const { screens } = await loadPlugin(plugin);
  const load = screens[path];
  if (!load) throw new PluginError("failed", `the remote has no screen ${path}`);
  return load();
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
