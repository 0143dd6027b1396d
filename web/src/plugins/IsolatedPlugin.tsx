import {
  PageSkeleton,
  type Schemas,
  type User,
  useDocumentTitle,
  useMayOpen,
  usePagePlace,
  useUser,
} from "@comptoir/kit";
import { frame as here, useIsDark, useUnsavedGuard } from "@comptoir/kit/frame";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useArea } from "../app/area";
import { destination } from "./allowed";
import type { FrameFailure, Look } from "./channel";
import { Failed } from "./Failed";
import { hostFrame } from "./frameHost";
import classes from "./IsolatedPlugin.module.css";
import { PluginError } from "./loadPlugin";

type Plugin = Schemas["Plugin"];

/** What a plugin's screens know of who has opened them: what they may and where they are, not who they are. */
const nameless = (user: User, id: string | undefined): User => ({
  ...user,
  id: "",
  email: "",
  pendingEmail: null,
  displayName: "",
  resources: user.resources.filter((resource) => resource.id === id),
  lastLoginAt: null,
});

interface PluginFrameProps {
  plugin: Plugin;
  onFailed: (error: PluginError) => void;
}

/** The frame, and this page's end of the channel to it. */
function PluginFrame({ plugin, onFailed }: PluginFrameProps) {
  const { i18n } = useTranslation();
  const dark = useIsDark();
  const [user, area, mayOpen] = [useUser(), useArea(), useMayOpen()];
  const location = useLocation();
  const navigate = useNavigate();
  const [isReady, setIsReady] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const [title, setTitle] = useState<string | null>(null);
  const host = useRef<ReturnType<typeof hostFrame>>(null);
  const element = useRef<HTMLIFrameElement>(null);
  useUnsavedGuard(unsaved);
  useDocumentTitle(title);

  const language: Look["language"] = i18n.resolvedLanguage === "fr" ? "fr" : "en";
  const to = location.pathname + location.search + location.hash;

  /** Goes where the frame asks to, as it has asked about unsaved values itself. */
  const lead = (go: () => unknown) => {
    here.isLed = true;
    void go();
    here.isLed = false;
  };
  const leadTo = useEffectEvent((wanted: string, replace: boolean) => {
    const known = destination(plugin, area.base, mayOpen, wanted);
    if (known !== null) lead(() => navigate(known, { replace }));
    return known !== null;
  });
  const place = useEffectEvent((title: string | null, breadcrumbs: { label: string; to: string }[]) => {
    const known = breadcrumbs.filter((crumb) => destination(plugin, area.base, mayOpen, crumb.to) !== null);
    setTitle(title);
    usePagePlace.setState({ title, path: location.pathname, breadcrumbs: known });
  });
  const fail = useEffectEvent((reason: FrameFailure, message: string) =>
    onFailed(new PluginError(reason, message)),
  );

  const onLoad = () => {
    // Whatever is in the frame now is no more the page that was opened in it.
    if (host.current) return host.current.fail("failed", "its page left");
    const { port1, port2 } = new MessageChannel();
    const begun = hostFrame(plugin.id, port1, {
      onReady: () => setIsReady(true),
      onFailed: fail,
      onPlace: place,
      onGo: leadTo,
      onBack: () => lead(() => navigate(-1)),
      onUnsaved: setUnsaved,
    });
    host.current = begun;
    // It has no origin to be named by; before its first load nobody else had a say in it.
    element.current?.contentWindow?.postMessage({ type: "connect" }, "*", [port2]);
    begun.say({
      type: "open",
      plugin,
      user: nameless(user, area.id),
      look: { language, dark },
      at: { to, key: location.key },
    });
    begun.at(to);
  };

  // By the channel alone: whoever calls at the window itself wants to be in the way.
  const hear = useEffectEvent(({ source }: MessageEvent) => {
    if (source === element.current?.contentWindow)
      host.current?.fail("failed", "it calls beside its channel");
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    addEventListener("message", listen);
    return () => {
      removeEventListener("message", listen);
      host.current?.close();
      usePagePlace.setState({ title: null, path: null, breadcrumbs: [] });
    };
  }, []);
  useEffect(() => host.current?.at(to), [to]);
  useEffect(() => void host.current?.say({ type: "look", language, dark }), [language, dark]);

  return (
    <>
      {!isReady && <PageSkeleton />}
      <iframe
        ref={element}
        className={classes.frame}
        data-frame={isReady || undefined}
        title={title ?? plugin.name}
        src={plugin.frame ?? undefined}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={onLoad}
      />
    </>
  );
}

/**
 * The screens of a plugin whose code the operator does not trust as the portal's own: all of them in one frame, of an
 * origin that is nobody's. What they may do is what `frameHost.ts` does for them.
 */
export default function IsolatedPlugin({ plugin }: { plugin: Plugin }) {
  const [error, setError] = useState<PluginError | null>(null);
  if (error) return <Failed plugin={plugin} error={error} retry={() => setError(null)} />;
  return <PluginFrame plugin={plugin} onFailed={setError} />;
}
