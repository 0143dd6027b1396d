import { dayOf, type Filter, useMayOpen, useUser } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSales } from "../analytics/api";
import { useOrdersBehind } from "../analytics/useOrdersBehind";
import { useArea } from "../app/area";
import { listed, monthName, monthUpTo } from "./values";

/** What changed is counted each minute. */
const COUNTED = { refreshInterval: 60_000 };

/** This month up to today, and the same days of the one before: of an organization's area its own. */
export function useMonth() {
  const { i18n } = useTranslation();
  const { name, id } = useArea();
  const { resources } = useUser();
  const mayOpen = useMayOpen();
  // Midnight leaves what is looked at as it is.
  const [days] = useState(() => monthUpTo(dayOf(new Date())));
  const whose = { organizationId: (name === "customer" && id) || null, storeId: null };
  const asked = { ...days.now, ...whose };
  // A list of what the person may see, which knows no organizations, shows just what is counted.
  const isWhole =
    whose.organizationId === null || resources.filter(({ type }) => type === "ORGANIZATION").length <= 1;
  const orders = useOrdersBehind({ ...days.now, organizationId: null, storeId: null });
  return {
    days,
    asked,
    now: useSales(asked, COUNTED),
    before: useSales({ ...days.before, ...whose }, COUNTED),
    /** "novembre 2026", "octobre". */
    nameOf: (day: string, hasYear = false) => monthName(i18n.resolvedLanguage, day, hasYear),
    /** The orders behind figures. */
    orders: isWhole ? orders : undefined,
    /** The list of just what is counted; undefined where there is none that one may see. */
    listOf: (list: string, ...filters: Filter[]) =>
      isWhole && mayOpen(list) ? listed(list, ...filters) : undefined,
  };
}

export type Month = ReturnType<typeof useMonth>;
