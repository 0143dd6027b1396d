import type { Crumb } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { stores } from "../stores/api";
import { storePaths } from "../stores/paths";

// For the pages of others.
fetchTexts("stores");

/** The way from the list of stores to what belongs to one of them. */
export function useStoreCrumbs(storeId: string): Crumb[] {
  const { t } = useTranslation("stores");
  const area = useArea();
  const { data: store } = stores.useOne(storeId);
  const list = { label: t("list.title"), to: storePaths.list(area) };
  return store ? [list, { label: store.name, to: storePaths.tab(area, storeId, "charts") }] : [list];
}
