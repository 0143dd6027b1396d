import { fold } from "@comptoir/kit";

/** Whether a text holds every word that is searched for, in any order. */
export function matches(text: string, search: string): boolean {
  const searched = fold(text);
  return fold(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
