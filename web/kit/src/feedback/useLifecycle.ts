import type { MenuAction } from "../layout/ActionMenu";
import { act } from "./act";

/** What a step is called, and what is said when it was done or not. */
interface Step {
  action: string;
  done: string;
  failed: string;
}

/** How putting a record away and bringing it back is spoken of: three groups of a domain's texts. */
export interface Lifecycle {
  archive?: Step;
  /** Out of the archive. */
  restore?: Step;
  remove: Step & {
    /** What is asked first. */
    title: string;
    text: string;
    /** What is said when it could not be brought back. */
    notRestored: string;
  };
}

type Change = (id: string) => Promise<unknown>;

/** The calls, as `resource` has them. Without `archive` there is no archive. */
interface Calls {
  archive?: Change;
  restore: Change;
  remove: Change;
}

/**
 * What can be done with a record: archive it, take it back, delete it, each with its way back.
 *
 * `const actions = useLifecycle(bundles, ({ name }: Bundle) => ({ remove: t("delete", { returnObjects: true, name }) }))`
 *
 * @param leave takes a deleted record off the screen, where it has one of its own
 */
export function useLifecycle<Entity extends { id: string; archivedAt?: string | null }>(
  calls: Calls,
  texts: (record: Entity) => Lifecycle,
  leave?: () => void,
): (record: Entity) => MenuAction[] {
  return (record) => {
    const { id } = record;
    const { archive, restore, remove } = texts(record);
    const actions: MenuAction[] = [];
    if (archive && restore && calls.archive) {
      const into = { name: "archive", icon: "archive", run: calls.archive, ...archive } as const;
      const out = { name: "restore", icon: "returned", run: calls.restore, ...restore } as const;
      const [step, back] = record.archivedAt ? [out, into] : [into, out];
      const { name, action, icon, run, done, failed } = step;
      const undo = { run: () => back.run(id), failed: back.failed };
      actions.push({
        id: name,
        label: action,
        icon,
        onClick: () => void act({ run: () => run(id), done, failed, undo }),
      });
    }
    const { action, title, text, done, failed, notRestored } = remove;
    const deletion = () =>
      act({
        confirm: { title, text, confirm: action, destructive: true },
        run: () => calls.remove(id),
        done,
        failed,
        after: leave,
        undo: { run: () => calls.restore(id), failed: notRestored },
      });
    actions.push({ id: "delete", label: action, icon: "delete", onClick: () => void deletion() });
    return actions;
  };
}
