import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";

/** What each job does, in words, by its name. */
export function useJobNames(): Record<string, string> {
  const { t } = useTranslation("jobs");
  return useMemo(() => t("name", { returnObjects: true }), [t]);
}

/** What a job does, in words; its own name when there are none for it. */
export function useJobName(): (name: string) => string {
  const names = useJobNames();
  return useCallback((name) => names[name] ?? name, [names]);
}
