import { client, resource, type Schemas, unwrap, useGet } from "@comptoir/kit";

/** Where the signed-in user is signed in. */
export type OpenSession = Schemas["OpenSession"];

/** A link that was asked for, and with which nobody signed in yet. */
export type SignInLink = Schemas["SignInLink"];

/** A key in a device that signs in beside the link. */
export type Passkey = Schemas["Passkey"];

/** Removing one takes a recent sign-in. */
export const passkeys = resource("/user/current/passkey");

/** Removing one signs its device out. */
export const sessions = resource("/user/current/session");

/** Removing one makes it worthless. */
export const signInLinks = resource("/user/current/link");

export const useSessions = () => useGet("/user/current/session", {});

export const useSignInLinks = () => useGet("/user/current/link", {});

export const usePasskeys = () => useGet("/user/current/passkey", {});

/** Signs out every device but this one. */
export async function endOtherSessions(): Promise<void> {
  await unwrap(client.DELETE("/user/current/session"));
  await sessions.refresh();
}
