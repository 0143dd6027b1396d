import { Fetching, PageSkeleton, type Schemas } from "@comptoir/kit";
import { type ComponentType, type LazyExoticComponent, lazy, useState } from "react";
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

/** The screens that were opened, by plugin, its version and path: one that is there is shown at once when it is opened again. */
const known = new Map<string, LazyExoticComponent<ComponentType>>();

function lazyScreen(plugin: Plugin, path: string, isAgain = false) {
  const key = `${plugin.id}@${plugin.version} ${path}`;
  const before = known.get(key);
  if (before && !isAgain) return before;
  const screen = lazy(() =>
    screenOf(plugin, path).catch((error: unknown) => {
      known.delete(key);
      throw error;
    }),
  );
  known.set(key, screen);
  return screen;
}

/** A screen that a plugin brings. Missing, slow or broken, it fails in its own place. */
export function PluginScreen({ plugin, path }: { plugin: Plugin; path: string }) {
  const [Screen, setScreen] = useState(() => lazyScreen(plugin, path));
  return (
    <ErrorBoundary
      fallback={(error, reset) => (
        <Failed
          plugin={plugin}
          error={error}
          retry={() => {
            setScreen(lazyScreen(plugin, path, true));
            reset();
          }}
        />
      )}
    >
      <Fetching of={Screen} fallback={<PageSkeleton />}>
        <Screen />
      </Fetching>
    </ErrorBoundary>
  );
}
