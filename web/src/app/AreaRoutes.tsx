import { ErrorView, PageSkeleton, permits, useUser } from "@comptoir/kit";
import { Suspense, useMemo } from "react";
import { useParams, useRoutes } from "react-router";
import { pluginFeatures, usePlugins } from "../plugins/usePlugins";
import { AreaContext } from "./area";
import { ErrorBoundary } from "./ErrorBoundary";
import type { AreaName, Screen } from "./feature";
import { FEATURES } from "./features";
import { PortalFrame } from "./PortalFrame";
import { resourcesOf } from "./paths";

const RESOURCE = { customer: "ORGANIZATION", factory: "FACTORY" } as const;

function Guarded({ screen }: { screen: Screen }) {
  const { permissions } = useUser();
  if (!permits(permissions, screen.permission)) return <ErrorView error={{ kind: "forbidden" }} level={1} />;
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <screen.page />
      </Suspense>
    </ErrorBoundary>
  );
}

/** An area of the portal: its frame, and whichever of its screens the address names, the portal's own or a plugin's. */
export function AreaRoutes({ area }: { area: AreaName }) {
  const user = useUser();
  const { id } = useParams();
  const plugins = usePlugins();
  const base = area === "admin" ? "/admin" : `/${area}/${id}`;

  const screens = useMemo(
    () =>
      [...FEATURES, ...pluginFeatures(plugins.data)]
        .flatMap((feature) => feature.screens)
        .filter((screen) => screen.area === area),
    [plugins.data, area],
  );
  const isElsewhere = area !== "admin" && !resourcesOf(user, RESOURCE[area]).some((owned) => owned.id === id);
  const missing = plugins.isLoading ? <PageSkeleton /> : <ErrorView error={{ kind: "notFound" }} level={1} />;
  const screen = useRoutes([
    ...screens.map((each) => ({ path: each.path, element: <Guarded key={each.path} screen={each} /> })),
    { path: "*", element: missing },
  ]);

  if (user.role !== area) return <ErrorView error={{ kind: "forbidden" }} level={1} />;
  // Somebody else's organization is not forbidden: nobody may know that it exists.
  if (isElsewhere) return <ErrorView error={{ kind: "notFound" }} level={1} />;
  return (
    <AreaContext value={{ name: area, base }}>
      <PortalFrame screens={screens}>{screen}</PortalFrame>
    </AreaContext>
  );
}
