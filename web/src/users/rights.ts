import { permits, type User as SignedIn, useCan, useUser } from "@comptoir/kit";
import type { User } from "./api";

/** Whether one may make, change and delete users. Staff choose among organizations, so they have to see them. */
export function useCanWriteUsers(): boolean {
  const can = useCan();
  const { role } = useUser();
  return can("WRITE_USER") && (role !== "admin" || can("READ_ORGANIZATION"));
}

/** Whether one may say who is an owner. */
export const mayNameOwners = (by: SignedIn) => by.role === "admin" || by.owner;

/** Why the server would refuse to delete this user; null when it would not (decisions 2 and 5). */
export function deletionBarrier(by: SignedIn, user: User): "self" | "owner" | "escalation" | null {
  if (by.id === user.id) return "self";
  if (user.owner && !mayNameOwners(by)) return "owner";
  return user.permissions.every((permission) => permits(by.permissions, permission)) ? null : "escalation";
}
