import { ErrorView, PageSkeleton, renew, type User, UserProvider, useGet, useSession } from "@comptoir/kit";
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { changeLanguage } from "../i18n";
import { SignInAgain } from "../identity/SignInAgain";
import { useLiveEvents } from "../live/useLiveEvents";
import { loginPath, OFFLINE_USER } from "./paths";

function SignedIn(props: { user: User; children: ReactNode }) {
  // What the session's answer told, until the server says it anew: rights change while a session lasts.
  const { data: user = props.user } = useGet("/user/current", {}, { fallbackData: props.user });
  useEffect(() => void changeLanguage(user.locale), [user.locale]);
  useLiveEvents();
  return (
    <UserProvider user={user}>
      {props.children}
      <SignInAgain />
    </UserProvider>
  );
}

/** Its children know the user; who is not signed in is asked to, and comes back to where they were. */
export default function Session(props: { children: ReactNode }) {
  const { status, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const isMarked = localStorage.getItem(OFFLINE_USER) !== null;
  useEffect(() => {
    if (isMarked && (status !== "signedIn" || user?.role !== "factory"))
      void import("../offline/goOn").then(({ goOn }) => goOn());
  }, [isMarked, status, user]);
  if (status === "starting" || (status === "unreachable" && !user && isMarked)) return <PageSkeleton />;
  if (status === "unreachable" && !user)
    return <ErrorView error={{ kind: "offline" }} retry={() => void renew()} level={1} />;
  if (status === "signedOut" || !user) return <Navigate to={loginPath(pathname + search + hash)} replace />;
  return <SignedIn user={user}>{props.children}</SignedIn>;
}
