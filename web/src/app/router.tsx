import { Fetching, PageSkeleton, useUser } from "@comptoir/kit";
import { lazy, type ReactNode } from "react";
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
} from "react-router";
import Login from "../identity/Login";
import { ErrorPage } from "./ErrorPage";
import type { AreaName } from "./feature";
import { homeOf } from "./paths";

// All but the sign-in page is fetched when it is wanted.
const pages = {
  session: () => import("./Session"),
  area: () => import("./AreaRoutes"),
  loginCallback: () => import("../identity/LoginCallback"),
  emailConfirmation: () => import("../identity/EmailConfirmation"),
  stopWeeklyMail: () => import("../analytics/StopWeeklyMail"),
  download: () => import("../downloads/DownloadPage"),
};
/** Where the texts of all of them are. */
const fetchTextFiles = () => import("../i18n/texts");
const Session = lazy(pages.session);
const AreaRoutes = lazy(pages.area);
const LoginCallback = lazy(pages.loginCallback);
const EmailConfirmation = lazy(pages.emailConfirmation);
const StopWeeklyMail = lazy(pages.stopWeeklyMail);
const DownloadPage = lazy(pages.download);

/** Begins to fetch the page of an address, which is wanted as soon as somebody is known to be signed in. */
export function fetchAhead(path: string): void {
  if (path === "/login") return;
  const signedOut: Record<string, () => Promise<unknown>> = {
    "/login/callback": pages.loginCallback,
    "/login/email": pages.emailConfirmation,
    "/mail/stop": pages.stopWeeklyMail,
  };
  const alone = signedOut[path];
  const page = alone ? [alone] : [pages.session, path.startsWith("/download/") ? pages.download : pages.area];
  // A failure shows where the page is rendered, which asks again.
  for (const fetch of [fetchTextFiles, ...page]) fetch().catch(() => {});
}

function Root() {
  return (
    <>
      <Fetching of={pages} fallback={<PageSkeleton />}>
        <Outlet />
      </Fetching>
      <ScrollRestoration />
    </>
  );
}

/** An address that names no area is one in the reader's own. */
function InOwnArea() {
  const home = homeOf(useUser());
  const { pathname } = useLocation();
  if (home === null) return <ErrorPage kind="forbidden" />;
  return <Navigate to={pathname === "/" ? home : home + pathname} replace />;
}

const signedIn = (element: ReactNode) => <Session>{element}</Session>;
const area = (name: AreaName) =>
  signedIn(
    <Fetching of={AreaRoutes} fallback={<PageSkeleton />}>
      <AreaRoutes key={name} area={name} />
    </Fetching>,
  );

/** Every address of the portal. What lies in an area is told by features and plugins. */
export const ROUTES: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage kind="unknown" />,
    children: [
      { index: true, element: signedIn(<InOwnArea />) },
      { path: "login", element: <Login /> },
      { path: "login/callback", element: <LoginCallback /> },
      { path: "login/email", element: <EmailConfirmation /> },
      { path: "mail/stop", element: <StopWeeklyMail /> },
      { path: "download/:fileId", element: signedIn(<DownloadPage />) },
      { path: "note/:noteId", element: signedIn(<InOwnArea />) },
      { path: "profile", element: signedIn(<InOwnArea />) },
      { path: "forbidden", element: <ErrorPage kind="forbidden" /> },
      { path: "admin/*", element: area("admin") },
      { path: "customer/:id/*", element: area("customer") },
      { path: "factory/:id/*", element: area("factory") },
      { path: "*", element: <ErrorPage kind="notFound" /> },
    ],
  },
];

export const createPortalRouter = () => createBrowserRouter(ROUTES);
