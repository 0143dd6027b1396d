import type { User } from "@comptoir/kit";
import { OFFLINE_USER } from "../app/paths";

/** How long what was seen is good for, and how long one goes on with it without the server. */
export const KEPT_MS = 7 * 86_400_000;
/** Longer nobody waits for a network before they see what they saw before. */
export const PATIENCE_MS = 4_000;

interface Kept {
  user: User;
  at: number;
}

/** Who goes on in this browser when there is no network; null: nobody, or nobody any more. */
export function keptUser(): User | null {
  const { user, at } = JSON.parse(localStorage.getItem(OFFLINE_USER) ?? "{}") as Partial<Kept>;
  return user && at !== undefined && Date.now() - at < KEPT_MS ? user : null;
}

/** From now on they go on without a network; null: nobody does. */
export function keepUser(user: User | null): void {
  if (user) localStorage.setItem(OFFLINE_USER, JSON.stringify({ user, at: Date.now() } satisfies Kept));
  else localStorage.removeItem(OFFLINE_USER);
}
