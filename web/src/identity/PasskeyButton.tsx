import { Button, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { usePasskeySupport } from "./usePasskeySupport";

/** Signs in with a passkey, where the portal and the browser know them. */
export function PasskeyButton(props: { primary?: boolean; after?: () => void }) {
  const { t } = useTranslation("identity");
  const support = usePasskeySupport();
  const [signIn, busy] = useAct(() => ({
    // Loaded by who uses it: most sign in by the link.
    run: async () => (await import("./passkeys")).signInWithPasskey(),
    failed: t("passkeys.notSignedIn"),
    after: props.after,
  }));
  if (!support?.portal || !support.browser) return null;
  return (
    <Button kind={props.primary ? "primary" : undefined} busy={busy} onClick={() => void signIn()}>
      {t("passkeys.signIn")}
    </Button>
  );
}
