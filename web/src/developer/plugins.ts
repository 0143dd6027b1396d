import { attempt, client, type Schemas, setCached, toastFailure, unwrap, useGet } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** A plugin as its operator sees it. */
export type Plugin = Schemas["PluginStatus"];

export const usePlugins = () => useGet("/plugins/status", {});

/** What a plugin did last, renewed while it is looked at. */
export const usePluginActivity = (id: string) =>
  useGet("/plugins/{id}/activity", { params: { path: { id } } }, { refreshInterval: 3_000 });

const one = (id: string) => ({ params: { path: { id } } });

const decisions = {
  /** Reads the operator's files again and loads what changed. */
  reload: () => unwrap(client.POST("/plugins/reload")),
  /** Grants a plugin hosts that it asks for. */
  approve: (id: string, hosts: string[]) =>
    unwrap(client.POST("/plugins/{id}/approve", { ...one(id), body: { hosts } })),
  /** Runs a kept version; null: the newest again. */
  rollBack: (id: string, digest: string | null) =>
    unwrap(client.POST("/plugins/{id}/rollback", { ...one(id), body: { digest } })),
};

/** Decisions about plugins: each answers with how all of them are afterwards, which the page then shows. */
export function useDecision<D extends keyof typeof decisions>(decision: D) {
  const { t } = useTranslation("developer");
  const [busy, setBusy] = useState(false);
  const decide = async (...of: Parameters<(typeof decisions)[D]>): Promise<boolean> => {
    setBusy(true);
    const run = decisions[decision] as (...of: unknown[]) => ReturnType<(typeof decisions)[D]>;
    const done = await attempt(() => run(...of));
    setBusy(false);
    if ("error" in done) {
      toastFailure(t("plugins.notDone"), done.error);
      return false;
    }
    await setCached("/plugins/status", {}, done.value.data);
    return true;
  };
  return { busy, decide };
}
