import { usePlugins } from "@comptoir/kit";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useWords } from "../i18n/useWords";
import type { Job } from "./api";

/** What each job does, in words, by its name. */
export function useJobNames(): Record<string, string> {
  const { t } = useTranslation("jobs");
  return useMemo(() => t("name", { returnObjects: true }), [t]);
}

/** What a job does, in words: of a plugin's own work those of its manifest; its own name when there are none for it. */
export function useJobName(): (job: Pick<Job, "name" | "consumer" | "identifier">) => string {
  const names = useJobNames();
  const words = useWords();
  const { data: plugins } = usePlugins();
  return useCallback(
    ({ name, consumer, identifier }) => {
      const [task = ""] = identifier.split(" ");
      const own = name === "plugins.task" && plugins?.find(({ id }) => id === consumer)?.tasks[task];
      return own ? words(own) : (names[name] ?? name);
    },
    [names, words, plugins],
  );
}

/** Who does a job: a plugin by its name, or the portal. */
export function useJobConsumer(): (job: Pick<Job, "consumer">) => string {
  const { t } = useTranslation("jobs");
  const { data: plugins } = usePlugins();
  return useCallback(
    ({ consumer }) => plugins?.find(({ id }) => id === consumer)?.name ?? t("portal"),
    [plugins, t],
  );
}
