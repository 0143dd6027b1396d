import { type Command, type CommandGroup, type NavigationGroup, Palette, useCan } from "@comptoir/kit";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import type { Screen } from "../app/feature";
import { FEATURES } from "../app/features";
import { closeWindow, openWindow, useOpenWindow } from "../app/windows";
import { useWords } from "../i18n/useWords";
import { matches } from "./matches";
import { useActionCommands } from "./useActionCommands";
import { useFound } from "./useFound";
import { useRecentRecords } from "./useRecentRecords";

/** Ctrl K and ⌘ K open and close the palette, wherever one is and whatever has the focus. */
function usePaletteKey() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      if (useOpenWindow.getState().name === "palette") closeWindow();
      else openWindow("palette");
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** The searches of this area that this user may make, named as their lists in the navigation. */
function useFinds() {
  const { name } = useArea();
  const can = useCan();
  return useMemo(
    () =>
      FEATURES.flatMap(({ id, find, screens }) => {
        const list = screens.find((screen) => screen.area === name && screen.menu);
        return find && list?.menu && can(list.permission) ? [{ id, find, ...list.menu }] : [];
      }),
    [name, can],
  );
}

/** The records that fit, a group for each domain, and which domains did not answer. */
function useRecordGroups(search: string) {
  const words = useWords();
  const area = useArea();
  const finds = useFinds();
  const { found, isBusy } = useFound(
    useMemo(() => finds.map(({ find }) => find), [finds]),
    search,
  );
  const groups = finds.map(
    ({ id, find, label, icon }): CommandGroup => ({
      id: `found-${id}`,
      label: words(label),
      commands: (found.get(find) ?? []).map((record) => ({
        id: `found-${id}-${record.id}`,
        label: record.label,
        hint: record.hint,
        icon,
        to: find.to(area, record.id),
      })),
    }),
  );
  const failed = finds.filter(({ find }) => found.get(find) === null).map(({ label }) => words(label));
  return { groups, failed, isBusy };
}

interface CommandPaletteProps {
  navigation: NavigationGroup[];
  screens: Screen[];
}

/** Goes to any screen, does any action and finds any record by a few letters. */
export function CommandPalette({ navigation, screens }: CommandPaletteProps) {
  const { t } = useTranslation("shell");
  const isOpen = useOpenWindow().name === "palette";
  const [search, setSearch] = useState("");
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setSearch("");
  }
  usePaletteKey();

  const recent = useRecentRecords(screens);
  const actions = useActionCommands(screens);
  const records = useRecordGroups(search);
  const fitting = (commands: Command[]) =>
    commands.filter(({ label, hint }) => matches(`${label} ${hint ?? ""}`, search));
  const places = navigation.flatMap(({ label, entries }) =>
    entries.map(
      (entry): Command => ({
        id: `go-${entry.to}`,
        label: entry.label,
        hint: label ?? undefined,
        icon: entry.icon,
        to: entry.to,
      }),
    ),
  );
  const opened = recent.map(({ to, label }): Command => ({ id: `recent-${to}`, label, icon: "clock", to }));
  return (
    <Palette
      label={t("palette.label")}
      open={isOpen}
      onClose={closeWindow}
      search={search}
      onSearch={setSearch}
      groups={[
        { id: "recent", label: t("palette.recent"), commands: search.trim() ? [] : opened },
        { id: "places", label: t("palette.places"), commands: fitting(places) },
        { id: "actions", label: t("palette.actions"), commands: fitting(actions) },
        ...records.groups,
      ]}
      busy={records.isBusy}
      note={records.failed.length > 0 ? t("palette.failed", { names: records.failed.join(", ") }) : undefined}
    />
  );
}
