import type { MenuAction } from "../layout/ActionMenu";
import { type Act, act } from "./act";

type Step = Pick<Act, "run" | "failed"> & { label: string; done: string };

/** How records of a kind are put away and brought back. */
export interface Lifecycle {
  /** Into the archive. */
  archive?: Step;
  /** It is in the archive: it has `restore` instead. */
  isArchived?: boolean;
  /** Out of the archive, or back from deletion. */
  restore: Pick<Step, "run"> & Partial<Step>;
  remove: Step & {
    /** What is asked first. */
    title: string;
    text: string;
    /** What is said when it could not be brought back. */
    notRestored: string;
    /** Once nothing shows it any more: whatever lists it is read again. */
    refresh?: () => unknown;
  };
}

/**
 * What can be done with a record: archive it, take it back, delete it, each with its way back.
 *
 * @param of says how, of one record
 * @param leave takes a deleted record off the screen, where it has one of its own
 */
export function useLifecycle<Entity>(
  of: (record: Entity) => Lifecycle,
  leave?: () => void,
): (record: Entity) => MenuAction[] {
  return (record) => {
    const { archive, isArchived, restore, remove } = of(record);
    const actions: MenuAction[] = [];
    if (archive && !isArchived) {
      const undo = { run: restore.run, failed: restore.failed ?? remove.notRestored };
      actions.push({
        id: "archive",
        label: archive.label,
        icon: "archive",
        onClick: () => void act({ ...archive, undo }),
      });
    }
    if (archive && isArchived && restore.label && restore.failed) {
      const { label, failed, done, run } = restore;
      const undo = { run: archive.run, failed: archive.failed };
      actions.push({
        id: "restore",
        label,
        icon: "returned",
        onClick: () => void act({ run, failed, done, undo }),
      });
    }
    const { label, title, text, notRestored, refresh, ...deletion } = remove;
    const onClick = async () => {
      const done = await act({
        ...deletion,
        confirm: { title, text, confirm: label, destructive: true },
        undo: { run: restore.run, failed: notRestored },
        after: leave,
      });
      if (done) await refresh?.();
    };
    actions.push({ id: "delete", label, icon: "delete", onClick: () => void onClick() });
    return actions;
  };
}
