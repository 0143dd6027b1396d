import { type Act, client, type Schemas, setCached, unwrap, useAct, useGet } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** A plugin as its operator sees it. */
export type Plugin = Schemas["PluginStatus"];

/** One thing that a plugin may do. */
export type Right = Schemas["PluginRight"];

export const usePlugins = () => useGet("/plugins/status", {});

/** What a plugin did last, renewed while it is looked at. */
export const usePluginActivity = (id: string) =>
  useGet("/plugins/{id}/activity", { params: { path: { id } } }, { refreshInterval: 3_000 });

const one = (id: string) => ({ params: { path: { id } } });

const decisions = {
  /** Reads the operator's files again and loads what changed. */
  reload: () => unwrap(client.POST("/plugins/reload")),
  /** Approves what a plugin asks for. */
  approve: (id: string, rights: Right[]) =>
    unwrap(client.POST("/plugins/{id}/approve", { ...one(id), body: { rights } })),
  /** Runs a kept version; null: the newest again. */
  rollBack: (id: string, digest: string | null) =>
    unwrap(client.POST("/plugins/{id}/rollback", { ...one(id), body: { digest } })),
};

type Decisions = typeof decisions;

/**
 * Decisions about plugins: each answers with how all of them are afterwards, which the page then shows.
 *
 * @param tell what is asked first and said afterwards
 */
export function useDecision<D extends keyof Decisions>(
  decision: D,
  tell: (...of: Parameters<Decisions[D]>) => Pick<Act, "confirm"> & { done?: string } = () => ({}),
) {
  const { t } = useTranslation("developer");
  const decide = decisions[decision] as (...of: Parameters<Decisions[D]>) => ReturnType<Decisions[D]>;
  return useAct((...of: Parameters<Decisions[D]>) => ({
    ...tell(...of),
    run: async () => (await decide(...of)).data,
    failed: t("plugins.notDone"),
    after: (all) => setCached("/plugins/status", {}, all),
  }));
}
