/** Small letters without accents: "Étiquettes" is found by "etiq". */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether a text holds every word that is searched for, in any order. */
export function matches(text: string, search: string): boolean {
  const searched = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
