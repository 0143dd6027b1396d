import type fr from "../../locales/fr.json";

/** The typed namespaces: kit's own here; the shell and each plugin add theirs by declaration merging. */
export interface PortalResources {
  kit: typeof fr;
}

declare module "i18next" {
  interface CustomTypeOptions {
    resources: PortalResources;
    defaultNS: false;
  }
}
