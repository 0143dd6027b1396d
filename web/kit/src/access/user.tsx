import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { User } from "../api/session";
import { type Asked, permits } from "./permissions";

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
export function useCan(): (permission: Asked) => boolean {
  const { permissions } = useUser();
  return useCallback((permission) => permits(permissions, permission), [permissions]);
}

/** Shows its children to those who hold the permission. */
export function Can(props: { permission: Asked; children: ReactNode }) {
  return useCan()(props.permission) ? props.children : null;
}
