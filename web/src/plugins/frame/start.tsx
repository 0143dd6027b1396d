import "@fontsource-variable/inter/wght.css";
import { usePagePlace, useSession } from "@comptoir/kit";
import { frame } from "@comptoir/kit/frame";
import { createRoot } from "react-dom/client";
import { changeLanguage, startI18n } from "../../i18n";
import type { FromFrame, Look, Opening, ToFrame } from "../channel";
import { FramePage, useLook } from "./FramePage";
import "./frame.css";
import { portalOver } from "./portal";
import { createFrameRouter } from "./router";

/** Shows what the portal opened this page for, and follows what it says. */
export function start(port: MessagePort): void {
  const say = (message: FromFrame) => port.postMessage(message);
  const { portal, heard } = portalOver(say);
  frame.portal = portal;
  let router: ReturnType<typeof createFrameRouter> | null = null;

  const look = ({ language, dark }: Look) => {
    useLook.setState({ scheme: dark ? "dark" : "light" });
    return changeLanguage(language);
  };
  const open = async ({ plugin, user, look: { language, dark }, at }: Opening) => {
    useLook.setState({ scheme: dark ? "dark" : "light" });
    useSession.setState({ status: "signedIn", user });
    await startI18n(language);
    router = createFrameRouter(plugin, at, say);
    const root = createRoot(document.getElementById("root") as HTMLElement);
    root.render(<FramePage plugin={plugin} user={user} router={router} say={say} />);
  };
  usePagePlace.subscribe(({ title, breadcrumbs }) => say({ type: "place", title, breadcrumbs }));
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === "open") void open(data);
    else if (data.type === "ping") say({ type: "pong" });
    else if (data.type === "look") void look(data);
    else if (data.type === "at") router?.follow(data.to, data.step);
    else heard(data);
  };
}
