import { clearCache, PageSkeleton, permits, ScreensProvider, usePlugins, useUser } from "@comptoir/kit";
import { lazy, type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { matchRoutes, useParams, useRoutes } from "react-router";
import { fetchTexts } from "../i18n";
import { notePath } from "../notes/paths";
import { pluginFeatures } from "../plugins/usePlugins";
import { AreaContext } from "./area";
import { ErrorPage, ErrorScreen } from "./ErrorPage";
import type { AreaName, Opens, Screen } from "./feature";
import { FEATURES } from "./features";
import { InPlace } from "./InPlace";
import { PortalFrame } from "./PortalFrame";
import { rememberResource, resourcesOf } from "./paths";

// What works without a network is fetched for factories alone, beside the session.
const fetchOffline = () => import("../production/factoryArea/OfflineArea");
if (location.pathname.startsWith("/factory/")) fetchOffline().catch(() => {});
const OfflineArea = lazy(fetchOffline);
const NotePage = lazy(() => import("../notes/NotePage"));

const RESOURCE = { customer: "ORGANIZATION", factory: "FACTORY" } as const;

/** The addresses of the portal's own screens, in whatever area. */
const ADDRESSES = new Set(FEATURES.flatMap((feature) => feature.screens.map(({ path }) => path)));

/** The pages of records that notes lead to. */
const OPENS: Opens = Object.assign({}, ...FEATURES.map(({ opens }) => opens));

const IS_RECORD = /:[^/]+$/;

function Guarded({ screen, texts }: { screen: Screen; texts: string }) {
  const { permissions } = useUser();
  // Beside the code, not after it. A record's page tells what became of it.
  useMemo(() => fetchTexts(...(IS_RECORD.test(screen.path) ? [texts, "history"] : [texts])), [screen, texts]);
  if (!permits(permissions, screen.permission)) return <ErrorScreen kind="forbidden" />;
  return (
    <InPlace of={screen.page}>
      <screen.page />
    </InPlace>
  );
}

/** An area of the portal: its frame, and whichever of its screens the address names, the portal's own or a plugin's. */
export default function AreaRoutes({ area }: { area: AreaName }) {
  const user = useUser();
  const { id } = useParams();
  const plugins = usePlugins();
  const base = area === "admin" ? "/admin" : `/${area}/${id}`;

  // The same as long as it is: rows whose links begin with it are not drawn anew.
  const place = useMemo(() => ({ name: area, base, id }), [area, base, id]);
  const screens = useMemo(
    () =>
      [...FEATURES, ...pluginFeatures(plugins.data)]
        .flatMap(({ id, texts = id, screens }) => screens.map((screen) => ({ ...screen, texts })))
        .filter((screen) => screen.area === area),
    [plugins.data, area],
  );
  const mayOpen = useMemo(() => {
    const routes = screens.map(({ path, permission }) => ({ path: `${base}/${path}`, handle: permission }));
    return (to: string) => {
      // What is a screen's own address in some area is no record's id in another: `store/create`.
      const own = screens.find(({ path }) => `${base}/${path}` === to);
      if (own) return permits(user.permissions, own.permission);
      if (ADDRESSES.has(to.slice(base.length + 1))) return false;
      const match = matchRoutes(routes, to)?.at(-1);
      return match !== undefined && permits(user.permissions, match.route.handle);
    };
  }, [screens, base, user.permissions]);
  const isElsewhere = area !== "admin" && !resourcesOf(user, RESOURCE[area]).some((owned) => owned.id === id);
  const organization = area === "customer" && user.role === area && !isElsewhere ? id : undefined;
  const shown = useRef(organization);
  // Before anything of the one before is seen in the place of the next one's.
  useLayoutEffect(() => {
    if (!organization) return;
    if (shown.current && shown.current !== organization) void clearCache();
    shown.current = organization;
  }, [organization]);
  const own = area !== "admin" && user.role === area && !isElsewhere ? id : undefined;
  useLayoutEffect(() => {
    if (own && area !== "admin") rememberResource(RESOURCE[area], own);
  }, [area, own]);
  const missing = plugins.isLoading ? <PageSkeleton /> : <ErrorScreen kind="notFound" />;
  const screen = useRoutes([
    ...screens.map((each) => ({
      path: each.path,
      element: <Guarded key={each.keep ?? each.path} screen={each} texts={each.texts} />,
    })),
    {
      path: notePath.path,
      element: (
        <InPlace of={NotePage}>
          <NotePage opens={OPENS} />
        </InPlace>
      ),
    },
    { path: "*", element: missing },
  ]);

  if (user.role !== area) return <ErrorPage kind="forbidden" />;
  // Somebody else's organization is not forbidden: nobody may know that it exists.
  if (isElsewhere) return <ErrorPage kind="notFound" />;
  const framed = (notice?: ReactNode) => (
    <PortalFrame screens={screens} notice={notice}>
      {screen}
    </PortalFrame>
  );
  return (
    <AreaContext value={place}>
      <ScreensProvider value={mayOpen}>
        {area === "factory" ? <OfflineArea>{framed}</OfflineArea> : framed()}
      </ScreensProvider>
    </AreaContext>
  );
}
