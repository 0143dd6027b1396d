import { ApiError, client, openSession, type Schemas, unwrap } from "@comptoir/kit";
import i18next from "i18next";
import { passkeys } from "./api";

/** What the browser says of a ceremony that did not come to its end, in words that tell what one may do. */
function refusalOf(reason: unknown): unknown {
  if (!(reason instanceof DOMException)) return reason;
  const t = i18next.getFixedT(null, "identity");
  const messages: Record<string, string> = {
    InvalidStateError: t("passkeys.knownHere"),
    NotAllowedError: t("passkeys.cancelled"),
  };
  const message = messages[reason.name] ?? t("passkeys.browserRefused");
  return new ApiError(400, { name: "PasskeyException", message });
}

/** A ceremony's answer, as the host reads it. */
async function answered(ceremony: Promise<Credential | null>): Promise<Schemas["NewPasskey"]["credential"]> {
  const credential = await ceremony.catch((reason: unknown) => {
    throw refusalOf(reason);
  });
  return (credential as PublicKeyCredential).toJSON() as object as Record<string, never>;
}

/**
 * Makes a passkey on one of the person's devices and adds it to their account.
 *
 * @throws {ApiError} when they gave up, the device has one already, or the host refuses it
 */
export async function addPasskey(name: string): Promise<void> {
  const { data } = await unwrap(client.POST("/user/current/passkey/challenge"));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    data.options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await answered(navigator.credentials.create({ publicKey }));
  await passkeys.create({ name, challenge: data.challenge, credential });
}

/**
 * Signs in with any passkey that this person has for the portal.
 *
 * @throws {ApiError} when they gave up, or the passkey is known no more
 */
export async function signInWithPasskey(): Promise<void> {
  const { data } = await unwrap(client.POST("/auth/passkey/challenge"));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    data.options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await answered(navigator.credentials.get({ publicKey }));
  await openSession({ challenge: data.challenge, credential }).catch((reason: unknown) => {
    if (!(reason instanceof ApiError) || reason.status !== 401) throw reason;
    const message = i18next.getFixedT(null, "identity")("passkeys.unknown");
    throw new ApiError(401, { name: reason.name, message });
  });
}
