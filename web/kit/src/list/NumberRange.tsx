import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Filters.module.css";
import { type NumberSpan, parseNumber } from "./filters";

interface NumberRangeProps {
  value: NumberSpan;
  suffix?: string;
  /** Both ends empty: no filter. */
  onChange: (span: NumberSpan) => void;
}

const END = { from: "list.from", to: "list.to" } as const;

/** Two numbers to type; either can stay empty. */
export function NumberRange({ value, suffix, onChange }: NumberRangeProps) {
  const { t, i18n } = useTranslation("kit");
  const written = (number: number | undefined) =>
    number === undefined
      ? ""
      : number.toLocaleString(i18n.resolvedLanguage, { useGrouping: false, maximumFractionDigits: 20 });
  const [texts, setTexts] = useState({ from: written(value.from), to: written(value.to) });
  const [checked, setChecked] = useState(false);
  const isWrong = (text: string) => text.trim() !== "" && Number.isNaN(parseNumber(text));

  const apply = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isWrong(texts.from) || isWrong(texts.to)) return;
    const [from, to] = [texts.from, texts.to].map((text) => (text.trim() ? parseNumber(text) : undefined));
    const isTurned = from !== undefined && to !== undefined && from > to;
    onChange(isTurned ? { from: to, to: from } : { from, to });
  };
  const end = (name: "from" | "to") => (
    <TextInput
      size="sm"
      label={t(END[name])}
      inputMode="decimal"
      autoComplete="off"
      rightSection={suffix}
      value={texts[name]}
      onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
      error={checked && isWrong(texts[name]) && t("list.notNumber")}
      data-autofocus={name === "from" || undefined}
    />
  );
  return (
    <form className={classes.numbers} onSubmit={apply} noValidate>
      {end("from")}
      {end("to")}
      <Button type="submit" size="xs">
        {t("list.apply")}
      </Button>
    </form>
  );
}
