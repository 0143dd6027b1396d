import {
  client,
  cursorOf,
  type Filter,
  refresh,
  type Schemas,
  trackJobs,
  unwrap,
  useAct,
  useList,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";

export type AsideRow = Schemas["SetAsideItemRow"];
export type AsideItem = Schemas["SetAsideItem"];
type Chosen = Schemas["SetAsideSelection"];

/** How many items wait that are not ignored, and the list of just those. */
export function useAsideCount(filters: Filter[] = []) {
  const { page } = useList("/set-aside-item", cursorOf({ take: 0, filters }));
  return { count: page?.meta.total, cursor: cursorOf({ filters }) };
}

const changed = () => refresh("set-aside-item");

/** Tries items again, and shows the jobs that do. */
export function useTryAgain(after?: () => unknown) {
  const { t } = useTranslation("aside");
  return useAct((body: Chosen) => ({
    run: async () => (await unwrap(client.POST("/set-aside-item/retry", { body }))).data,
    failed: t("retry.refused"),
    done: ({ items }) => t("retry.done", { count: items }),
    after: async ({ jobs }) => {
      trackJobs(jobs);
      await changed();
      await after?.();
    },
  }));
}

async function ignore(body: Chosen): Promise<string[]> {
  const { data } = await unwrap(client.POST("/set-aside-item/ignore", { body }));
  await changed();
  return data.ids;
}

async function restore(body: Chosen): Promise<string[]> {
  const { data } = await unwrap(client.POST("/set-aside-item/restore", { body }));
  await changed();
  return data.ids;
}

/** Ignores items, and offers to take that back. */
export function useIgnore(after?: () => unknown) {
  const { t } = useTranslation("aside");
  let ignored: string[] = [];
  return useAct((body: Chosen) => ({
    run: async () => {
      ignored = await ignore(body);
      return ignored;
    },
    failed: t("ignore.refused"),
    done: (ids) => t("ignore.done", { count: ids.length }),
    undo: { run: () => restore({ ids: ignored }), failed: t("ignore.notUndone") },
    after: () => after?.(),
  }));
}

/** Ignores items no longer. */
export function useRestore(after?: () => unknown) {
  const { t } = useTranslation("aside");
  return useAct((body: Chosen) => ({
    run: () => restore(body),
    failed: t("ignore.notUndone"),
    done: (ids) => t("ignore.undone", { count: ids.length }),
    after: () => after?.(),
  }));
}
