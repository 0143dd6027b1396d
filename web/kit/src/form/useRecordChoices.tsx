import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { attempt } from "../api/hooks";
import classes from "./fields.module.css";
import { fold } from "./fold";
import { type RecordSource, useFound, useRecords } from "./records";

const DEBOUNCE_MS = 250;
/** The choice of a record that is not there yet. No id is like this. */
const MAKE = "+";

export interface RecordChoice<Row> {
  /** Where the records come from; null as long as that is open, which `unavailable` explains. */
  source: RecordSource<Row> | null;
  /** Why nothing can be found now. */
  unavailable?: string;
  /** The words for a value whose record is at hand, and need not be asked for. */
  labelOf?: (id: string) => string | undefined;
  /** Makes a record of what was typed, offered where none is called so. Why it was refused is told at the field. */
  make?: (text: string) => Promise<Row>;
}

/**
 * The found records, as the library's combobox takes them.
 *
 * @param values those chosen now
 */
export function useRecordChoices<Row>(
  { name, source, unavailable, labelOf, make }: RecordChoice<Row> & { name: string },
  values: string[],
) {
  const { t } = useTranslation("kit");
  const { setError } = useFormContext();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(() => new Map());
  const unknown = values.filter((id) => labelOf?.(id) === undefined && !chosen.has(id));
  const records = useRecords(source, unknown);
  const nameOf = (id: string) => {
    const record = chosen.get(id) ?? records.find((row) => source?.idOf(row) === id);
    return labelOf?.(id) ?? (record && source?.label(record));
  };
  // The combobox also tells the label of what was just chosen, which is no search.
  const typed = values.some((id) => nameOf(id) === text) ? "" : text.trim();
  const minSearch = source?.minSearch ?? 0;
  const isShort = typed.length < minSearch;
  const [asked] = useDebouncedValue(isShort ? "" : typed, DEBOUNCE_MS);
  const { data, error, isLoading } = useFound(source, asked);
  const isWaiting = isLoading || asked !== typed;

  const found = new Map<string, Row>();
  if (source && !isShort && !isWaiting) for (const row of data ?? []) found.set(source.idOf(row), row);
  const isNew =
    make &&
    source &&
    typed !== "" &&
    !isShort &&
    !isWaiting &&
    ![...found.values()].some((row) => fold(source.label(row)) === fold(typed));
  const onlyFound: OptionsFilter = ({ options }) =>
    (options as ComboboxItem[]).filter(({ value }) => found.has(value) || value === MAKE);
  const hintOf = (id: string) => {
    const row = found.get(id);
    return row === undefined ? undefined : source?.hint?.(row);
  };
  const nothing = isWaiting ? t("loading") : (unavailable ?? error?.message) || t("list.noOption");
  const keep = (id: string, row: Row) => setChosen((chosen) => new Map(chosen).set(id, row));
  return {
    /** To be told of a choice; `take` is handed its id and the record that it is of, once that is made. */
    async choose(id: string | null, take: (id: string | null, row: Row | null) => void) {
      if (id !== MAKE || !make || !source) {
        const row = (id !== null && found.get(id)) || null;
        if (id !== null && row !== null) keep(id, row);
        return take(id, row);
      }
      const created = await attempt(() => make(typed));
      if ("error" in created) {
        const { fields, message } = created.error;
        return setError(name, {
          type: "server",
          message: (fields[0]?.message ?? message) || t("error.unknown.title"),
        });
      }
      const own = source.idOf(created.value);
      keep(own, created.value);
      take(own, created.value);
    },
    props: {
      data: [
        ...[...found].map(([value, row]) => ({ value, label: source?.label(row) ?? value })),
        ...(isNew ? [{ value: MAKE, label: typed }] : []),
        // Chosen ones have to be among the data for their words to be shown.
        ...values
          .filter((id) => !found.has(id))
          .map((id) => ({ value: id, label: nameOf(id) ?? (source?.find ? "…" : id) })),
      ],
      filter: onlyFound,
      onSearchChange: setText,
      nothingFoundMessage: isShort && source ? t("form.minSearch", { count: minSearch }) : nothing,
      renderOption: ({ option }: { option: ComboboxItem }) => {
        const hint = hintOf(option.value);
        return (
          <span className={classes.choice}>
            {option.value === MAKE ? t("form.make", { text: option.label }) : option.label}
            {hint && <small>{hint}</small>}
          </span>
        );
      },
    },
  };
}
