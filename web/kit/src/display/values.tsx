import { useFormats, useNow } from "../i18n/format";
import classes from "./values.module.css";

/** What stands where there is nothing to say. */
export const NONE = "—";

/** An exact decimal as the API writes it, `"32.80"`. The currency is ISO 4217, EUR unless told. */
export function Money(props: { amount: string; currency?: string }) {
  return <span className={classes.figure}>{useFormats().money(props.amount, props.currency)}</span>;
}

/** A whole number or a fraction with the language's separators. */
export function Figure(props: { value: number }) {
  return <span className={classes.figure}>{useFormats().number(props.value)}</span>;
}

/** A moment: relative under 24 hours, else its day in Paris; the whole of it on hover. */
export function DateTime(props: { at: string | null | undefined; relative?: boolean }) {
  const format = useFormats();
  const now = useNow();
  if (!props.at) return NONE;
  return (
    <time className={classes.figure} dateTime={props.at} title={format.full(props.at)}>
      {props.relative === false ? format.date(props.at) : format.ago(props.at, now)}
    </time>
  );
}

/** A country by its ISO 3166-1 alpha-2 code, in the reader's language. */
export function Country(props: { code: string }) {
  return useFormats().country(props.code) || NONE;
}
