import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./fields.module.css";

const DEBOUNCE_MS = 250;

/** One record that can be chosen. */
export interface Choice {
  value: string;
  label: string;
  description?: string;
}

/** Where the choices of a field come from. */
export interface ChoiceSource {
  /**
   * A hook that finds the records for what was typed, in their order. It is asked for `""` at first, and as long as
   * less than `minSearch` characters are typed; what it then answers is not offered. `failure` says why it cannot tell.
   */
  useChoices: (search: string) => { options: Choice[]; isLoading: boolean; failure?: string };
  /** The words for a value that was already set and may not be among the options. */
  labelOf?: (value: string) => string | undefined;
  /** How many characters have to be typed before anything is looked for. */
  minSearch?: number;
}

/** The found records, as the library's combobox takes them. `values` are those chosen now. */
export function useRemoteChoices({ useChoices, labelOf, minSearch = 0 }: ChoiceSource, values: string[]) {
  const { t } = useTranslation("kit");
  const [text, setText] = useState("");
  const [seen] = useState(() => new Map<string, string>());
  const label = (value: string) => labelOf?.(value) ?? seen.get(value) ?? value;
  // The combobox also tells the label of what was just chosen, which is no search.
  const typed = values.some((value) => label(value) === text) ? "" : text.trim();
  const isShort = typed.length < minSearch;
  const [asked] = useDebouncedValue(isShort ? "" : typed, DEBOUNCE_MS);
  const answer = useChoices(asked);
  const isWaiting = answer.isLoading || asked !== typed;

  for (const option of answer.options) seen.set(option.value, option.label);
  const found = isShort || isWaiting ? [] : answer.options;
  const byValue = new Map(found.map((option) => [option.value, option]));
  // Chosen ones have to be among the data for their words to be shown.
  const chosen = values
    .filter((value) => !byValue.has(value))
    .map((value) => ({ value, label: label(value) }));
  const onlyFound: OptionsFilter = ({ options }) =>
    (options as ComboboxItem[]).filter(({ value }) => byValue.has(value));

  const unavailable = isWaiting ? t("loading") : (answer.failure ?? t("list.noOption"));
  return {
    data: [...found.map(({ value, label }) => ({ value, label })), ...chosen],
    filter: onlyFound,
    onSearchChange: setText,
    nothingFoundMessage: isShort ? t("form.minSearch", { count: minSearch }) : unavailable,
    renderOption: ({ option }: { option: ComboboxItem }) => (
      <span className={classes.choice}>
        {option.label}
        {byValue.get(option.value)?.description && <small>{byValue.get(option.value)?.description}</small>}
      </span>
    ),
  };
}
