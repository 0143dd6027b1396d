import { client, refresh, type Schemas, unwrap, useGet } from "@comptoir/kit";

/** Where the signed-in user is signed in. */
export type OpenSession = Schemas["OpenSession"];

/** A link that was asked for, and with which nobody signed in yet. */
export type SignInLink = Schemas["SignInLink"];

const one = (id: string) => ({ params: { path: { id } } });

export const useSessions = () => useGet("/user/current/session", {});

export const useSignInLinks = () => useGet("/user/current/link", {});

/** Signs out one device. */
export async function endSession(id: string): Promise<void> {
  await unwrap(client.DELETE("/user/current/session/{id}", one(id)));
  await refresh("user/current/session");
}

/** Signs out every device but this one. */
export async function endOtherSessions(): Promise<void> {
  await unwrap(client.DELETE("/user/current/session"));
  await refresh("user/current/session");
}

/** Makes a sign-in link worthless. */
export async function revokeLink(id: string): Promise<void> {
  await unwrap(client.DELETE("/user/current/link/{id}", one(id)));
  await refresh("user/current/link");
}
