import type { Crumb } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { stores } from "../stores/api";
import { storePaths } from "../stores/paths";

/** The way from the list of stores to what belongs to one of them. */
export function useStoreCrumbs(storeId: string): Crumb[] {
  const { t } = useTranslation("stores");
  const area = useArea();
  const { data: store } = stores.useOne(storeId);
  const [list, name] = [t("list.title"), store?.name];
  return useMemo(() => {
    const stores = { label: list, to: storePaths.list(area) };
    return name === undefined ? [stores] : [stores, { label: name, to: storePaths.detail(area, storeId) }];
  }, [list, name, area, storeId]);
}
