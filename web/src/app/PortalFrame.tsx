import { Frame, type NavigationGroup, useCan } from "@comptoir/kit";
import { type ReactNode, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useWords } from "../i18n/useWords";
import { CommandPalette } from "../palette/CommandPalette";
import { type Area, useArea } from "./area";
import { BugDialog } from "./BugDialog";
import { GROUPS, type GroupId, type Screen } from "./feature";
import { Shortcuts } from "./Shortcuts";
import { Tools } from "./Tools";
import { closeWindow } from "./windows";

function useGroupLabels(): Record<GroupId, string | null> {
  const { t } = useTranslation("shell");
  return {
    main: null,
    products: t("navigation.products"),
    analytics: t("navigation.analytics"),
    production: t("navigation.production"),
    finance: t("navigation.finance"),
    settings: t("navigation.settings"),
    integrations: t("navigation.integrations"),
    developer: t("navigation.developer"),
  };
}

function useNavigation(area: Area, screens: Screen[]): NavigationGroup[] {
  const words = useWords();
  const labels = useGroupLabels();
  const can = useCan();
  const entriesOf = (group: GroupId) =>
    screens.flatMap(({ menu, path, permission }) =>
      menu?.group === group && can(permission)
        ? [
            {
              to: path ? `${area.base}/${path}` : area.base,
              label: words(menu.label),
              icon: menu.icon,
              exact: screens.some(
                (other) => other.menu && other.path !== path && other.path.startsWith(path && `${path}/`),
              ),
            },
          ]
        : [],
    );
  return GROUPS.map((id) => ({ id, label: labels[id], entries: entriesOf(id) })).filter(
    (group) => group.entries.length > 0,
  );
}

interface PortalFrameProps {
  screens: Screen[];
  /** What the area says above each screen. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame around an area's screens: navigation by permission, tools, palette, running jobs, keys. */
export function PortalFrame({ screens, notice, children }: PortalFrameProps) {
  const area = useArea();
  const navigation = useNavigation(area, screens);
  const tools = useMemo(() => <Tools />, []);
  // A session that ends takes its windows along.
  useEffect(() => closeWindow, []);
  return (
    <>
      <Frame home={area.base} navigation={navigation} tools={tools} notice={notice}>
        {children}
      </Frame>
      <CommandPalette navigation={navigation} screens={screens} />
      <BugDialog />
      <Shortcuts />
    </>
  );
}
