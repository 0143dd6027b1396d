import { PageSkeleton, type Schemas } from "@comptoir/kit";
import { frame } from "@comptoir/kit/frame";
import { createMemoryRouter } from "react-router";
import { belowArea } from "../allowed";
import type { FromFrame, Opening } from "../channel";
import { FrameScreen, Root } from "./FramePage";

type Plugin = Schemas["Plugin"];

/** A screen's address as routes have it: `/customer/:id/acme/price`. */
const patternOf = (screen: Plugin["screens"][number]) =>
  `/${screen.area}/${screen.area === "admin" ? "" : ":id/"}${belowArea(screen)}`;

/**
 * The router of this page. The address is the portal's: where this one goes the portal is asked to go, and where that goes
 * this one follows.
 */
export function createFrameRouter(plugin: Plugin, at: Opening["at"], say: (message: FromFrame) => void) {
  const screens = plugin.screens.map((screen) => ({
    path: patternOf(screen),
    element: <FrameScreen key={screen.path} plugin={plugin} path={screen.path} say={say} />,
  }));
  // Elsewhere is the portal's to show, and this page gone then.
  const routes = [{ element: <Root />, children: [...screens, { path: "*", element: <PageSkeleton /> }] }];
  const { pathname, search, hash } = new URL(at.to, "http://portal.invalid");
  const router = createMemoryRouter(routes, {
    initialEntries: [{ pathname, search, hash, key: at.key }],
  });
  let step = 0;
  let present = at.to;
  router.subscribe(({ location, historyAction, navigation }) => {
    const to = location.pathname + location.search + location.hash;
    if (to === present || navigation.state !== "idle") return;
    present = to;
    step += 1;
    say({ type: "go", to, replace: historyAction === "REPLACE", step });
  });

  const navigate = router.navigate.bind(router) as (to: unknown, options?: object) => Promise<void>;
  const asked = async (to: unknown, options?: object) => {
    // The steps of the browser's history are the portal's.
    if (typeof to === "number") return to === -1 ? say({ type: "back" }) : undefined;
    return navigate(to, options);
  };
  router.navigate = asked as typeof router.navigate;

  /** Goes where the portal is, unless it has yet to hear of a later step of this page. */
  const follow = (to: string, after: number) => {
    if (after < step || to === present) return;
    present = to;
    frame.isLed = true;
    void navigate(to, { replace: true });
    frame.isLed = false;
  };
  return Object.assign(router, { follow });
}
