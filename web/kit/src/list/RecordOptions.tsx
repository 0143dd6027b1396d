import { Checkbox, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import { type RecordSource, useFound, useRecords } from "../form/records";
import classes from "./Filters.module.css";

const DEBOUNCE_MS = 250;

interface RecordOptionsProps {
  label: string;
  source: RecordSource<unknown>;
  chosen: string[];
  onChange: (ids: string[]) => void;
}

/** The chosen records of a filter, and those that a search finds. Loaded when first opened. */
export default function RecordOptions({ label, source, chosen, onChange }: RecordOptionsProps) {
  const { t } = useTranslation("kit");
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const { data: found, error, isLoading } = useFound(source, asked);
  // Those that were chosen when it opened stay on top, so that nothing jumps under the pointer.
  const [first] = useState(chosen);
  const known = useRecords(source, first);
  const rows = [...known, ...(found ?? []).filter((row) => !first.includes(source.idOf(row)))];
  return (
    <div className={classes.options}>
      <TextInput
        size="sm"
        aria-label={t("list.findOption")}
        placeholder={t("list.findOption")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox.Group value={chosen} onChange={onChange} aria-label={label}>
        {rows.map((row) => (
          <Checkbox
            key={source.idOf(row)}
            value={source.idOf(row)}
            label={source.label(row)}
            className={classes.option}
          />
        ))}
      </Checkbox.Group>
      {isLoading ? (
        <SkeletonLines lines={4} />
      ) : (
        found?.length !== 0 || <p className={classes.none}>{t("list.noOption")}</p>
      )}
      {error && <p className={classes.none}>{error.message || t("error.unknown.title")}</p>}
    </div>
  );
}
