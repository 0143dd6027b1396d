import type carriers from "../../locales/carriers.fr.json";
import type history from "../../locales/history.fr.json";
import type fr from "../../locales/kit.fr.json";
import type parts from "../../locales/parts.fr.json";

/** The typed namespaces: kit's own here; the shell and each plugin add theirs by declaration merging. */
export interface PortalResources {
  kit: typeof fr;
  /** The carriers of fulfilment providers, and what they cost. */
  carriers: typeof carriers;
  /** Who changed what of a record, and notes on it. */
  history: typeof history;
  /** What parts say that no page needs at once. */
  parts: typeof parts;
}

declare module "i18next" {
  interface CustomTypeOptions {
    resources: PortalResources;
    defaultNS: false;
  }
}
