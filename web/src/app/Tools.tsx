import {
  ActionMenu,
  IconButton,
  permits,
  SearchButton,
  useColorScheme,
  useRunningJobs,
  useTrackedJobs,
  useUser,
} from "@comptoir/kit";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { profilePath } from "../identity/paths";
import {
  SCHEME_ICONS,
  useLanguageActions,
  useOrganizationActions,
  useReportBug,
  useSignOut,
  useThemeActions,
} from "./actions";
import { useArea } from "./area";
import { ErrorBoundary } from "./ErrorBoundary";
import { openWindow } from "./windows";

// Nobody who started no work waits for it.
const JobActivity = lazy(() => import("../live/Activity"));
const MentionBell = lazy(() => import("../notes/MentionBell"));

function Jobs() {
  useRunningJobs();
  const { ids } = useTrackedJobs();
  return (
    ids.length > 0 && (
      <Suspense fallback={null}>
        <JobActivity />
      </Suspense>
    )
  );
}

/** For those who read notes: the staff, and who makes what a project is about. */
function Mentions() {
  const { role, permissions } = useUser();
  const isReader = role === "admin" || (role === "factory" && permits(permissions, "READ_PROJECT"));
  return (
    isReader && (
      // A page is whole without it.
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>
          <MentionBell />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

function LanguageMenu() {
  const { t } = useTranslation("shell");
  return <ActionMenu label={t("language.label")} icon="language" actions={useLanguageActions()} />;
}

function ThemeMenu() {
  const { t } = useTranslation("shell");
  const [scheme] = useColorScheme();
  return <ActionMenu label={t("theme.label")} icon={SCHEME_ICONS[scheme]} actions={useThemeActions()} />;
}

function OrganizationMenu() {
  const { t } = useTranslation("shell");
  const actions = useOrganizationActions();
  if (actions.length === 0) return null;
  const here = actions.find(({ chosen }) => chosen)?.label;
  return <ActionMenu label={t("organization")} icon="production" actions={actions} text={here} />;
}

/** The first letters of somebody's first and last name. */
function initialsOf(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/);
  return [first, others.at(-1) ?? ""]
    .map((word) => [...word].slice(0, 1).join(""))
    .join("")
    .toUpperCase();
}

function UserMenu() {
  const { t } = useTranslation("shell");
  const area = useArea();
  const navigate = useNavigate();
  const user = useUser();
  const signOut = useSignOut();
  return (
    <ActionMenu
      label={t("user.menu")}
      icon="user"
      text={user.displayName}
      initials={initialsOf(user.displayName)}
      head={
        <>
          <strong>{user.displayName}</strong>
          <br />
          {user.email}
        </>
      }
      actions={[
        {
          id: "profile",
          label: t("user.profile"),
          icon: "user",
          onClick: () => void navigate(profilePath(area)),
        },
        { id: "signOut", label: t("user.signOut"), icon: "signOut", onClick: () => void signOut() },
      ]}
    />
  );
}

/** What stands at the end of the top bar. */
export function Tools() {
  const { t } = useTranslation("shell");
  const reportBug = useReportBug();
  return (
    <>
      <Jobs />
      <Mentions />
      <SearchButton label={t("palette.open")} onClick={() => openWindow("palette")} />
      <OrganizationMenu />
      <IconButton icon="bug" label={t("bug.report")} onClick={() => void reportBug()} />
      <LanguageMenu />
      <ThemeMenu />
      <UserMenu />
    </>
  );
}
