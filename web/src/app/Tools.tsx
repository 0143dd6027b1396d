import {
  ActionMenu,
  attempt,
  type ColorScheme,
  client,
  closeSession,
  IconButton,
  type IconName,
  refresh,
  toastError,
  toastFailure,
  unwrap,
  useColorScheme,
  useUser,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { changeLanguage, LANGUAGES, type Language } from "../i18n";
import { Profile } from "../identity/Profile";
import { resourcesOf } from "./paths";

/** Each language in its own words. */
const LANGUAGE_NAMES: Record<Language, string> = { fr: "Français", en: "English" };
const SCHEME_ICONS: Record<ColorScheme, IconName> = { light: "light", dark: "dark", auto: "system" };

function LanguageMenu() {
  const { t, i18n } = useTranslation("shell");
  const choose = async (locale: Language) => {
    await changeLanguage(locale);
    const saved = await attempt(() => unwrap(client.PATCH("/user/current", { body: { locale } })));
    if ("error" in saved) toastFailure(t("language.notSaved"), saved.error);
    else await refresh("user");
  };
  return (
    <ActionMenu
      label={t("language.label")}
      icon="language"
      actions={LANGUAGES.map((language) => ({
        id: language,
        label: LANGUAGE_NAMES[language],
        chosen: i18n.resolvedLanguage === language,
        onClick: () => void choose(language),
      }))}
    />
  );
}

function ThemeMenu() {
  const { t } = useTranslation("shell");
  const [scheme, setScheme] = useColorScheme();
  const labels: Record<ColorScheme, string> = {
    light: t("theme.light"),
    dark: t("theme.dark"),
    auto: t("theme.auto"),
  };
  return (
    <ActionMenu
      label={t("theme.label")}
      icon={SCHEME_ICONS[scheme]}
      actions={(["light", "dark", "auto"] as const).map((each) => ({
        id: each,
        label: labels[each],
        icon: SCHEME_ICONS[each],
        chosen: scheme === each,
        onClick: () => setScheme(each),
      }))}
    />
  );
}

function OrganizationMenu() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const organizations = resourcesOf(useUser(), "ORGANIZATION");
  if (organizations.length < 2) return null;
  return (
    <ActionMenu
      label={t("organization")}
      icon="production"
      actions={organizations.map(({ id, name }) => ({
        id,
        label: name,
        onClick: () => void navigate(`/customer/${id}`),
      }))}
    />
  );
}

function UserMenu() {
  const { t } = useTranslation("shell");
  const user = useUser();
  const [profile, setProfile] = useState(false);
  const signOut = async () => {
    const failure = await closeSession();
    if (failure) toastFailure(t("user.signOutFailed"), failure);
  };
  return (
    <>
      <ActionMenu
        label={t("user.menu")}
        icon="user"
        head={
          <>
            <strong>{user.displayName}</strong>
            <br />
            {user.email}
          </>
        }
        actions={[
          { id: "profile", label: t("user.profile"), icon: "user", onClick: () => setProfile(true) },
          { id: "signOut", label: t("user.signOut"), icon: "signOut", onClick: () => void signOut() },
        ]}
      />
      <Profile open={profile} onClose={() => setProfile(false)} />
    </>
  );
}

/** What stands at the end of the top bar. */
export function Tools() {
  const { t } = useTranslation("shell");
  const { role } = useUser();
  return (
    <>
      {role === "customer" && <OrganizationMenu />}
      <IconButton icon="bug" label={t("bug.report")} onClick={() => toastError(t("bug.disabled"))} />
      <LanguageMenu />
      <ThemeMenu />
      <UserMenu />
    </>
  );
}
