import {
  attempt,
  type ColorScheme,
  client,
  closeSession,
  type IconName,
  type MenuAction,
  refreshEverything,
  setCached,
  toastError,
  toastFailure,
  unwrap,
  useColorScheme,
  useUser,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { changeLanguage, LANGUAGE_NAMES, type Language, languagesOf, useLanguage } from "../i18n";
import { canReportBugs } from "./environment";
import { resourcesOf } from "./paths";
import { openWindow } from "./windows";

/** A picture of each colour scheme. */
export const SCHEME_ICONS: Record<ColorScheme, IconName> = { light: "light", dark: "dark", auto: "system" };

/** The languages one may choose; the choice is kept in one's profile. */
export function useLanguageActions(): (MenuAction & { id: Language })[] {
  const { t } = useTranslation("shell");
  const { role } = useUser();
  const present = useLanguage();
  const choose = async (locale: Language) => {
    await changeLanguage(locale);
    const saved = await attempt(() => unwrap(client.PATCH("/user/current", { body: { locale } })));
    if ("error" in saved) toastFailure(t("language.notSaved"), saved.error);
    else await setCached("/user/current", {}, saved.value.data);
    // Some of what is shown are the host's own words.
    await refreshEverything();
  };
  return languagesOf(role).map((language) => ({
    id: language,
    label: LANGUAGE_NAMES[language],
    chosen: language === present,
    onClick: () => void choose(language),
  }));
}

/** The colour schemes one may choose. */
export function useThemeActions(): (MenuAction & { id: ColorScheme })[] {
  const { t } = useTranslation("shell");
  const [scheme, setScheme] = useColorScheme();
  const labels: Record<ColorScheme, string> = {
    light: t("theme.light"),
    dark: t("theme.dark"),
    auto: t("theme.auto"),
  };
  return (Object.keys(labels) as ColorScheme[]).map((id) => ({
    id,
    label: labels[id],
    chosen: id === scheme,
    onClick: () => setScheme(id),
  }));
}

/** The organizations one may work in; none when there is nothing to choose. */
export function useOrganizationActions(): (MenuAction & { to: string })[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const user = useUser();
  const organizations = user.role === "customer" ? resourcesOf(user, "ORGANIZATION") : [];
  if (organizations.length < 2) return [];
  return organizations.map(({ id, name }) => {
    const to = `/customer/${id}`;
    return {
      id,
      to,
      label: name,
      chosen: pathname === to || pathname.startsWith(`${to}/`),
      onClick: () => void navigate(to),
    };
  });
}

/** Ends the session here and in every other tab. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation("shell");
  return async () => {
    const failure = await closeSession();
    if (failure) toastFailure(t("user.signOutFailed"), failure);
  };
}

/** Opens the form for a problem, where somebody receives it. */
export function useReportBug(): () => Promise<void> {
  const { t } = useTranslation("shell");
  return async () => {
    const can = await attempt(canReportBugs);
    if ("error" in can) toastFailure(t("bug.failed"), can.error);
    else if (can.value) openWindow("bug");
    else toastError(t("bug.disabled"));
  };
}
