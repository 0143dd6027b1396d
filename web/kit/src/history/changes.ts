import type { Schemas } from "../api/client";

export type HistoryEntry = Schemas["HistoryEntry"];

/** One field's change, whatever the values are. */
export interface FieldChange {
  /** A field of an object by its way: `address.city`. */
  field: string;
  before: unknown;
  after: unknown;
}

/** What the portal keeps for itself and nobody changes by hand. */
const OWN_ACCOUNT = new Set(["id", "createdAt", "updatedAt", "deletedAt"]);
/** What the action's own word says already. */
const SAID: Record<string, string[]> = {
  archive: ["archived", "archivedAt"],
  unarchive: ["archived", "archivedAt"],
  "sign-in": ["lastLoginAt"],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether there is nothing to say of a value. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function leavesOf({ field, before, after }: FieldChange): FieldChange[] {
  if (!isObject(before) && !isObject(after)) return [{ field, before, after }];
  // An object that takes the place of nothing, or of something else, is all its fields.
  const from = isObject(before) ? before : {};
  const to = isObject(after) ? after : {};
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])];
  return names.flatMap((name) =>
    leavesOf({ field: `${field}.${name}`, before: from[name], after: to[name] }),
  );
}

/** An id tells nothing where the name that goes with it is told: `store.id`, `causeId`. */
const isNews = ({ field }: FieldChange, _at: number, all: FieldChange[]) => {
  const name = field.replace(/id$/, "name").replace(/Id$/, "Name");
  return name === field || !all.some((other) => other.field === name);
};

const differs = ({ before, after }: FieldChange) =>
  !(isNothing(before) && isNothing(after)) && JSON.stringify(before) !== JSON.stringify(after);

/** What an entry has to say, objects by their fields, without what its action says already. */
export function changesOf({ action, changes }: HistoryEntry): FieldChange[] {
  // All its fields are gone, which is no news.
  if (action === "delete") return [];
  const said = SAID[action] ?? [];
  return changes
    .filter(({ field }) => !OWN_ACCOUNT.has(field) && !said.includes(field))
    .flatMap(leavesOf)
    .filter(differs)
    .filter(isNews);
}

/** Entries by their day, in the order they come. */
export function byDay(
  entries: HistoryEntry[],
  dayOf: (at: string) => string,
): { day: string; entries: HistoryEntry[] }[] {
  const days: { day: string; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
