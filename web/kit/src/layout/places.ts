/** How somebody left a list; kept as long as the browser's tab. */
export interface Place {
  /** The address' query: filters, order, page. */
  search: string;
  /** Pixels that were scrolled by. */
  top: number;
  /** The id of the row that was opened. */
  row: string | null;
}

// Whoever signs in next in this tab begins anew.
const keyOf = (user: string, path: string) => `comptoir.list ${user} ${path}`;

export const keepPlace = (user: string, path: string, place: Place) =>
  sessionStorage.setItem(keyOf(user, path), JSON.stringify(place));

/** How the list at an address was left; null when it was not. */
export function placeOf(user: string, path: string): Place | null {
  const text = sessionStorage.getItem(keyOf(user, path));
  return text === null ? null : (JSON.parse(text) as Place);
}
