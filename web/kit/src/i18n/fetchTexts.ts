import i18next from "i18next";

/**
 * Begins to fetch the kit's texts that are about to be said, beside the code that says them: a component that was to say some that
 * are not there takes what is around it away until they are.
 */
export function fetchTexts(...namespaces: string[]): void {
  if (i18next.isInitialized) void i18next.loadNamespaces(namespaces);
}
