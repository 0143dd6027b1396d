import { type Command, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import {
  SCHEME_ICONS,
  useLanguageActions,
  useOrganizationActions,
  useReportBug,
  useSignOut,
  useThemeActions,
} from "../app/actions";
import { useArea } from "../app/area";
import type { Screen } from "../app/feature";
import { openWindow } from "../app/windows";
import { useWords } from "../i18n/useWords";
import { profilePath } from "../identity/paths";

const CREATE = /\/create$/;

/** What can be created: every screen that ends in `/create` and that this user may open. */
function useCreateCommands(screens: Screen[]): Command[] {
  const { t } = useTranslation("shell");
  const words = useWords();
  const { base } = useArea();
  const can = useCan();
  return screens.flatMap((screen) => {
    const { path, permission, command } = screen;
    if (!CREATE.test(path) || path.includes(":") || !can(permission)) return [];
    const list = screens.find((other) => other.path === path.replace(CREATE, ""))?.menu;
    const label = command ? words(command) : list && t("palette.create", { list: words(list.label) });
    return label ? [{ id: `create-${path}`, label, icon: list?.icon ?? "new", to: `${base}/${path}` }] : [];
  });
}

/** What the palette does: create, and whatever the top bar offers. */
export function useActionCommands(screens: Screen[]): Command[] {
  const { t } = useTranslation("shell");
  const area = useArea();
  const create = useCreateCommands(screens);
  const themes = useThemeActions();
  const languages = useLanguageActions();
  const organizations = useOrganizationActions();
  const reportBug = useReportBug();
  const signOut = useSignOut();
  return [
    ...create,
    ...organizations
      .filter(({ chosen }) => !chosen)
      .map(
        ({ id, label, to }): Command => ({
          id: `organization-${id}`,
          label: t("palette.organization", { name: label }),
          icon: "production",
          to,
        }),
      ),
    ...themes
      .filter(({ chosen }) => !chosen)
      .map(
        ({ id, label, onClick }): Command => ({
          id: `theme-${id}`,
          label: t("palette.theme", { theme: label }),
          icon: SCHEME_ICONS[id],
          run: onClick,
        }),
      ),
    ...languages
      .filter(({ chosen }) => !chosen)
      .map(
        ({ id, label, onClick }): Command => ({
          id: `language-${id}`,
          label: t("palette.language", { language: label }),
          icon: "language",
          run: onClick,
        }),
      ),
    { id: "profile", label: t("palette.profile"), icon: "user", to: profilePath(area) },
    { id: "keys", label: t("keys.help"), hint: "?", icon: "keyboard", run: () => openWindow("keys") },
    { id: "bug", label: t("bug.report"), icon: "bug", run: () => void reportBug() },
    { id: "signOut", label: t("user.signOut"), icon: "signOut", run: () => void signOut() },
  ];
}
