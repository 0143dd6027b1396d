import { useGet } from "@comptoir/kit";

/** Whether this browser can be asked for one, in the words of the host's JSON. */
const isKnownHere = () =>
  typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Whether passkeys work with this portal, in this browser; null while nobody knows. */
export function usePasskeySupport(): { portal: boolean; browser: boolean } | null {
  const { data } = useGet("/environment", {});
  return data ? { portal: data.passkeys, browser: isKnownHere() } : null;
}
