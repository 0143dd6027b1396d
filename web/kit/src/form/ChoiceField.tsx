import { type ReactNode, useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import classes from "./ChoiceField.module.css";
import { type FieldProps, useRules } from "./rules";

/** One of the values that a ChoiceField offers. */
export interface Choice {
  value: string;
  label: string;
  /** Less important words below it. */
  hint?: string;
  /** Before them: a picture. */
  mark?: ReactNode;
  /** At its end: a price. */
  detail?: ReactNode;
  /** Why it cannot be taken. */
  unavailable?: string;
}

interface ChoiceFieldProps extends FieldProps {
  choices: Choice[];
  /** What is shown may change in a moment. */
  busy?: boolean;
  /** What stands where there is nothing to choose from, and why. */
  children?: ReactNode;
}

/** One of a few values that are compared before one is taken: all in sight, with what there is to know of each. */
export function ChoiceField({ choices, busy, children, ...props }: ChoiceFieldProps) {
  const { t } = useTranslation("kit");
  const id = useId();
  const { control } = useFormContext();
  const rules = useRules(props);
  // What was taken before may be gone since.
  const validate = (value: string | null) => {
    const taken = choices.find((choice) => choice.value === value);
    if (value && (!taken || taken.unavailable)) return t("form.option");
  };
  const { field, fieldState } = useController({ name: props.name, control, rules: { ...rules, validate } });
  const error = fieldState.error?.message;
  const focused =
    choices.find(({ value }) => value === field.value) ?? choices.find((one) => !one.unavailable);
  return (
    <div
      ref={focused ? undefined : field.ref}
      tabIndex={-1}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      className={classes.choices}
      aria-required={props.required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
      aria-busy={busy || undefined}
    >
      <div id={`${id}-label`} className={classes.legend}>
        {props.label}
        {props.required && (
          <span className={classes.asterisk} aria-hidden="true">
            {" *"}
          </span>
        )}
      </div>
      {props.description && <p className={classes.quiet}>{props.description}</p>}
      {choices.map(({ value, label, hint, mark, detail, unavailable }) => (
        <label key={value} className={classes.choice} data-unavailable={unavailable ? true : undefined}>
          <input
            type="radio"
            ref={value === focused?.value ? field.ref : undefined}
            name={`${id}${props.name}`}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-hint ${id}-${value}-detail`}
            value={value}
            checked={value === field.value}
            disabled={unavailable !== undefined}
            onChange={() => field.onChange(value)}
            onBlur={field.onBlur}
          />
          {mark}
          <span className={classes.words}>
            <span id={`${id}-${value}`}>{label}</span>
            {(unavailable ?? hint) && <small id={`${id}-${value}-hint`}>{unavailable ?? hint}</small>}
          </span>
          {detail !== undefined && (
            <span id={`${id}-${value}-detail`} className={classes.detail}>
              {detail}
            </span>
          )}
        </label>
      ))}
      {children}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
