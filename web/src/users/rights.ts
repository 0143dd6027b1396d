import { permits, type User as SignedIn } from "@comptoir/kit";
import type { User } from "./api";

/** Whether one may say who is an owner. */
export const mayNameOwners = (by: SignedIn) => by.role === "admin" || by.owner;

/** Why the server would refuse to delete this user; null when it would not (decisions 2 and 5). */
export function deletionBarrier(by: SignedIn, user: User): "self" | "owner" | "escalation" | null {
  if (by.id === user.id) return "self";
  if (user.owner && !mayNameOwners(by)) return "owner";
  return user.permissions.every((permission) => permits(by.permissions, permission)) ? null : "escalation";
}
