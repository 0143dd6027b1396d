import {
  Fetching,
  KitProvider,
  PageSkeleton,
  permits,
  type Schemas,
  ScreensProvider,
  type User,
  UserProvider,
} from "@comptoir/kit";
import { StaleBanner } from "@comptoir/kit/frame";
import { lazy, useCallback, useEffect, useState } from "react";
import { type createMemoryRouter, matchPath, Outlet, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { create } from "zustand";
import { ErrorBoundary } from "../../app/ErrorBoundary";
import { SWR } from "../../app/swr";
import type { FromFrame } from "../channel";
import { PluginError } from "../loadPlugin";
import { screenOf } from "../PluginScreen";

type Plugin = Schemas["Plugin"];
type Say = (message: FromFrame) => void;

/** How the portal looks now. */
export const useLook = create<{ scheme: "light" | "dark" }>()(() => ({ scheme: "light" }));

/** Tells the portal what keeps a screen from being shown, which says it in the frame's place. */
function Failure({ error, say }: { error: Error; say: Say }) {
  useEffect(() => {
    const reason = error instanceof PluginError ? error.reason : "threw";
    say({ type: "failed", reason, message: error.message });
  }, [error, say]);
  return null;
}

/** Tells the portal that there is something to see. */
function Shown({ say }: { say: Say }) {
  useEffect(() => say({ type: "ready" }), [say]);
  return null;
}

/** One screen, the plugin's code unchanged. */
export function FrameScreen({ plugin, path, say }: { plugin: Plugin; path: string; say: Say }) {
  const [Screen] = useState(() => lazy(() => screenOf(plugin, path)));
  return (
    <ErrorBoundary fallback={(error) => <Failure error={error} say={say} />}>
      <Fetching of={Screen} fallback={<PageSkeleton />}>
        <Screen />
        <Shown say={say} />
      </Fetching>
    </ErrorBoundary>
  );
}

/** What stands around every screen. */
export function Root() {
  return (
    <main className="screen">
      <StaleBanner />
      <Outlet />
    </main>
  );
}

interface FramePageProps {
  plugin: Plugin;
  user: User;
  router: ReturnType<typeof createMemoryRouter>;
  say: Say;
}

/** A page with nothing but a plugin's screens. */
export function FramePage({ plugin, user, router, say }: FramePageProps) {
  const { scheme } = useLook();
  const mayOpen = useCallback(
    (to: string) => {
      // Beyond the plugin's own the portal decides, when somebody goes there.
      const own = plugin.screens.find(({ path }) => matchPath(path, to));
      return !own || permits(user.permissions, own.permission);
    },
    [plugin, user],
  );
  return (
    <KitProvider scheme={scheme}>
      <ErrorBoundary fallback={(error) => <Failure error={error} say={say} />}>
        <SWRConfig value={SWR}>
          <UserProvider user={user}>
            <ScreensProvider value={mayOpen}>
              <RouterProvider router={router} />
            </ScreensProvider>
          </UserProvider>
        </SWRConfig>
      </ErrorBoundary>
    </KitProvider>
  );
}
