import en from "../../locales/en.json";
import fr from "../../locales/fr.json";

/** The plugin's words; the same files name its screen in the portal's navigation. */
export const messages = { fr, en };

declare module "@comptoir/kit" {
  interface PortalResources {
    "acme": typeof fr;
  }
}
