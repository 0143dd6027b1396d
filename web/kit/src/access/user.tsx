import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { User } from "../api/session";
import { permits, type Requirement } from "./permissions";

const UserContext = createContext<User | null>(null);

/** Everything below knows who is signed in. */
export function UserProvider(props: { user: User; children: ReactNode }) {
  return <UserContext value={props.user}>{props.children}</UserContext>;
}

/** Who is signed in. */
export function useUser(): User {
  const user = useContext(UserContext);
  if (!user) throw new Error("useUser: no UserProvider above (a second copy of the kit?)");
  return user;
}

/** `const can = useCan(); can("WRITE_ORDER")`. */
export function useCan(): (permission: Requirement) => boolean {
  const { permissions } = useUser();
  return useCallback((permission) => permits(permissions, permission), [permissions]);
}

/** Whether staff look at the screen, who see every store, and not one of the customers or factories. */
export const useIsStaff = (): boolean => useUser().role === "admin";

/** Shows its children to those who hold the permission; with `staff` to those of the staff only. */
export function Can(props: { permission: Requirement; staff?: boolean; children: ReactNode }) {
  const isStaff = useIsStaff();
  const may = useCan()(props.permission) && (isStaff || !props.staff);
  return may ? props.children : null;
}
