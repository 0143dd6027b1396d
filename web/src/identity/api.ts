import { type ApiError, client, refresh, unwrap, useGet } from "@comptoir/kit";
import type { SWRResponse } from "swr";

/** Where the signed-in user is signed in. */
export interface OpenSession {
  id: string;
  userAgent: string;
  ip: string;
  createdAt: string;
  lastSeenAt: string;
  /** The one that asks. */
  current: boolean;
}

/** A link that was asked for, and with which nobody signed in yet. */
export interface SignInLink {
  id: string;
  createdAt: string;
  expiresAt: string;
}

const SESSIONS = "/user/current/session";
const LINKS = "/user/current/link";

// Until the generated types know these calls.
const useUntyped = useGet as unknown as <T>(path: string, init: object) => SWRResponse<T, ApiError>;
const remove = client.DELETE as unknown as (
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const one = (id: string) => ({ params: { path: { id } } });

export const useSessions = () => useUntyped<OpenSession[]>(SESSIONS, {});

export const useSignInLinks = () => useUntyped<SignInLink[]>(LINKS, {});

/** Signs out one device. */
export async function endSession(id: string): Promise<void> {
  await unwrap(remove(`${SESSIONS}/{id}`, one(id)));
  await refresh("user/current/session");
}

/** Signs out every device but this one. */
export async function endOtherSessions(): Promise<void> {
  await unwrap(remove(SESSIONS, {}));
  await refresh("user/current/session");
}

/** Makes a sign-in link worthless. */
export async function revokeLink(id: string): Promise<void> {
  await unwrap(remove(`${LINKS}/{id}`, one(id)));
  await refresh("user/current/link");
}
