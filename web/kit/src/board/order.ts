import type { Edge } from "./drag";

/** The things with one of them taken out and put to a place, which is counted without it. */
export function movedTo<T>(things: T[], from: number, to: number): T[] {
  const thing = things[from];
  if (thing === undefined) return things;
  return things.toSpliced(from, 1).toSpliced(to, 0, thing);
}

/** The things with one of them put before or after another; as they were where it would not move. */
export function movedBeside<T>(things: T[], from: number, beside: number, edge: Edge): T[] {
  if (from < 0 || beside < 0) return things;
  const target = beside + (edge === "bottom" ? 1 : 0);
  const to = target > from ? target - 1 : target;
  return to === from ? things : movedTo(things, from, to);
}
