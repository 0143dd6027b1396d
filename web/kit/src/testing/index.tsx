// For tests of screens, the portal's and a plugin's.
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { vi } from "vitest";
import { ScreensProvider } from "../access/screens";
import { UserProvider } from "../access/user";
import type { User } from "../api/session";
import { KitProvider } from "../theme/KitProvider";

export { answers, api, type DataAt, refuses, server } from "./server";

/** Has whatever is watched be in sight. Without it nothing is, as nothing is laid out. */
export function showEverything(): void {
  class Sight {
    constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.tell([{ isIntersecting: true }]);
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Sight);
}

/** A member of staff who may do everything, unless told otherwise. */
export const person = (change: Partial<User> = {}): User => ({
  id: "user-1",
  email: "ada@comptoir.example",
  pendingEmail: null,
  displayName: "Ada",
  role: "admin",
  permissions: ["SUPER_ADMIN"],
  locale: "fr",
  owner: false,
  resources: [],
  lastLoginAt: null,
  createdAt: "2026-01-05T09:00:00Z",
  updatedAt: "2026-01-05T09:00:00Z",
  ...change,
});

interface ScreenProps {
  as?: User;
  /** The address, with its query. */
  at?: string;
  /** The route that the screen stands in: `/order/:orderId`. */
  path?: string;
  /** Which addresses lead to screens that one may see; all of them unless told otherwise. */
  mayOpen?: (to: string) => boolean;
  children: ReactNode;
}

const everywhere = () => true;

/** A screen with all that stands around it: theme, address, user, data. Other addresses say where they are. */
export function Screen({ as = person(), at = "/", path = "/", mayOpen = everywhere, children }: ScreenProps) {
  const router = createMemoryRouter(
    [
      { path, element: children },
      { path: "*", Component: () => <p>elsewhere: {router.state.location.pathname}</p> },
    ],
    { initialEntries: [at] },
  );
  return (
    <KitProvider env="test">
      <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>
        <UserProvider user={as}>
          <ScreensProvider value={mayOpen}>
            <RouterProvider router={router} />
          </ScreensProvider>
        </UserProvider>
      </SWRConfig>
    </KitProvider>
  );
}
