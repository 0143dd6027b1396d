import type { ComboboxItem, OptionsFilter } from "@mantine/core";

/**
 * A text as people search it, without case and accents: "États-Unis" is found by "etats". Turkish has two letters, ı and i, of
 * which I is the capital of the first.
 */
export const fold = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");

/** The options that hold what was typed in their label, or are named by it. */
export const findOptions: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim());
  return (options as ComboboxItem[]).filter(
    ({ label, value }) => fold(label).includes(wanted) || value.toLowerCase() === wanted,
  );
};
