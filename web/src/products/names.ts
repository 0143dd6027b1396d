import { isBarcode } from "@comptoir/kit";

/** What platforms call the only variant of a product: no name to show. */
const ONLY = "Default Title";

/** What tells a variant from the others; empty when there are none. */
export const variantTitle = (title: string) => (title === ONLY ? "" : title);

/** What an article is called: its product's name, and what tells it from the others. */
export function articleName(name: string, title: string): string {
  const shown = variantTitle(title);
  return shown === "" ? name : `${name} – ${shown}`;
}

/** An EAN that the portal takes (specification, document 1, section 5): 14 digits, or 12 or 13 with their check digit. */
export const isEan = (text: string) => text === "" || /^\d{14}$/.test(text) || isBarcode(text);
