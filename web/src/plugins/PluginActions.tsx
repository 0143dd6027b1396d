import {
  attempt,
  type BulkSelection,
  Button,
  client,
  confirm,
  type MenuAction,
  MoreMenu,
  type Schemas,
  toast,
  toastError,
  toastFailure,
  unwrap,
  usePlugins,
} from "@comptoir/kit";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../i18n";
import { useWords } from "../i18n/useWords";
import type { Entity, Extra } from "./useContributions";

// For the pages of others.
fetchTexts("plugins");

/** As many records as one action takes. */
const MOST = 50;

/** A record as far as it tells whose it is. */
interface Brought {
  /** The plugin that it came through. */
  provider?: string | null;
  extra: Extra;
}

interface Offered {
  plugin: Schemas["Plugin"];
  action: Schemas["PluginAction"];
}

const isOf = ({ id }: Schemas["Plugin"], { provider, extra }: Brought) =>
  provider === id || extra[id] !== undefined;

/** What this user can have plugins do with records of this kind. */
export function useActions(entity: Entity): Offered[] {
  const { data } = usePlugins();
  return useMemo(
    () =>
      (data ?? []).flatMap((plugin) =>
        plugin.actions.filter((action) => action.entity === entity).map((action) => ({ plugin, action })),
      ),
    [data, entity],
  );
}

/** Asks where the plugin wants it asked, has it done, and says what became of it. Whether it was done with any. */
function useRun() {
  const { t } = useTranslation("plugins");
  const words = useWords();
  const run = async ({ plugin, action }: Offered, ids: string[]): Promise<boolean> => {
    const label = words(action.label);
    if (action.confirm) {
      const title = t("action.title", { action: label, count: ids.length });
      const question = { title, text: words(action.confirm), confirm: label, decline: t("action.decline") };
      if (!(await confirm({ ...question, destructive: action.destructive }))) return false;
    }
    const path = { id: plugin.id, action: action.name };
    const call = () =>
      unwrap(client.POST("/plugins/{id}/actions/{action}", { params: { path }, body: { ids } }));
    const answer = await attempt(call);
    if ("error" in answer) {
      toastFailure(t("action.failed", { action: label }), answer.error);
      return false;
    }
    const { done, failed, skipped } = answer.value.data;
    const outcomes = [
      done > 0 && t("action.done", { count: done }),
      failed.length > 0 && t("action.refused", { count: failed.length, reason: failed[0]?.message }),
      skipped > 0 && t("action.skipped", { count: skipped, plugin: plugin.name }),
    ];
    const text = outcomes.filter(Boolean).join(" ");
    if (failed.length > 0 || done === 0) toastError(text, label);
    else toast(text, label);
    return done > 0;
  };
  // All that it reads but the texts stays the same.
  return useCallback(run, [t, words]);
}

type OneRecord = Brought & { id: string };

/** Whether an action is offered of a record, where not always. */
type Offers<Record> = (action: Schemas["PluginAction"], record: Record) => boolean;

const always = () => true;

/** What plugins can do with one record of this kind, as a list's rows offer it. Undefined where there is nothing. */
export function usePluginActions<Record extends OneRecord = OneRecord>(
  entity: Entity,
  offers: Offers<Record> = always,
): ((record: Record) => MenuAction[]) | undefined {
  const words = useWords();
  const act = useRun();
  const offered = useActions(entity);
  const actionsOf = useCallback(
    (record: Record) =>
      offered
        .filter(({ plugin, action }) => isOf(plugin, record) && offers(action, record))
        .map((one) => ({
          id: `${one.plugin.id}.${one.action.name}`,
          label: words(one.action.label),
          onClick: () => void act(one, [record.id]),
        })),
    [offered, offers, words, act],
  );
  return offered.length === 0 ? undefined : actionsOf;
}

/** What plugins can do with one record, in the menu of its page, behind what the portal itself can. Nothing where there is nothing. */
export function PluginActions<Record extends OneRecord>(props: {
  entity: Entity;
  record: Record;
  offers?: Offers<Record>;
  own?: MenuAction[];
}) {
  const theirs = usePluginActions(props.entity, props.offers)?.(props.record) ?? [];
  return <MoreMenu actions={[...(props.own ?? []), ...theirs]} />;
}

/** What plugins can do with the selected rows of a list. */
export function PluginBulk<Row extends Brought>(props: { entity: Entity; selection: BulkSelection<Row> }) {
  const { all, rows, ids, clear } = props.selection;
  const { t } = useTranslation("plugins");
  const words = useWords();
  const act = useRun();
  const [busy, setBusy] = useState<string | null>(null);
  const offered = useActions(props.entity).filter(
    ({ plugin, action }) => action.bulk && rows.some((row) => isOf(plugin, row)),
  );
  // What is out of sight was not looked at.
  if (all) return null;
  const run = async (id: string, one: Offered) => {
    setBusy(id);
    if (await act(one, ids)) clear();
    setBusy(null);
  };
  return offered.map((one) => {
    const id = `${one.plugin.id}.${one.action.name}`;
    return (
      <Button
        key={id}
        kind="quiet"
        busy={busy === id}
        disabledBecause={ids.length > MOST ? t("action.most", { count: MOST }) : undefined}
        onClick={() => void run(id, one)}
      >
        {words(one.action.label)}
      </Button>
    );
  });
}

/** Whether a list of such records has anything to select for. */
export function useHasBulkActions(entity: Entity): boolean {
  return useActions(entity).some(({ action }) => action.bulk);
}
