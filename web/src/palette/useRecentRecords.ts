import { usePagePlace, useUser } from "@comptoir/kit";
import { useEffect, useMemo } from "react";
import { matchPath } from "react-router";
import { useArea } from "../app/area";
import type { Screen } from "../app/feature";
import { type RecentRecord, recentRecords, rememberRecord } from "./recent";

/** A record's own page: its address ends in an id. */
const isRecord = (screen: Screen) => /(^|\/):[^/]+$/.test(screen.path);
/** A page of its own, whatever pattern with an id in the same place its address fits too. */
const isNamed = (screen: Screen) => !screen.path.includes(":");

/** Keeps which records are opened, and tells those opened last in this area. */
export function useRecentRecords(screens: Screen[]): RecentRecord[] {
  const { id } = useUser();
  const { base } = useArea();
  const { title, path } = usePagePlace();
  const opened = useMemo(() => {
    const fits = (screen: Screen) => path && matchPath(`${base}/${screen.path}`, path);
    const isOne =
      screens.some((screen) => isRecord(screen) && fits(screen)) &&
      !screens.some((screen) => isNamed(screen) && fits(screen));
    return title && path && isOne ? { to: path, label: title } : null;
  }, [screens, base, title, path]);
  useEffect(() => {
    if (opened) rememberRecord(id, opened);
  }, [id, opened]);
  return recentRecords(id).filter(({ to }) => to.startsWith(`${base}/`) && to !== path);
}
