import "./mantine.css";
import "./tokens.css";
import "./print.css";
import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../feedback/confirm";
import { ToastHost } from "../feedback/ToastHost";
import { cssVariables, theme } from "./theme";

/** The page's nonce, under which the Content-Security-Policy admits style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
// Dialogs lock the scroll through react-remove-scroll, which asks get-nonce.
if (nonce) setNonce(nonce);

interface KitProviderProps {
  children: ReactNode;
  env?: "default" | "test";
  /** Whatever was chosen in this browser. */
  scheme?: "light" | "dark";
}

/** Theme, toasts and the confirmation dialog. Once, around everything. */
export function KitProvider(props: KitProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce ?? ""}
      env={props.env ?? "default"}
      forceColorScheme={props.scheme}
    >
      <ToastHost />
      <ConfirmDialog />
      {props.children}
    </MantineProvider>
  );
}
