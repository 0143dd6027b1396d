import { type ReactNode, useId, useRef } from "react";
import { type FieldValues, get, useFieldArray, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { IconButton } from "../layout/ActionMenu";
import { Button } from "../layout/parts";
import { useFieldName } from "./context";
import classes from "./RowsField.module.css";

interface RowsFieldProps {
  /** The name of the list in the form; each of its rows is an object. */
  name: string;
  label: string;
  description?: string;
  /** At least one row. */
  required?: boolean;
  /** How many rows at most. */
  max?: number;
  /** A verb with its object: "Add line". */
  addLabel: string;
  /** The values of a row that was just added. */
  newRow: FieldValues | (() => FieldValues);
  /** The fields of a row; their names start with `prefix`: `${prefix}.quantity`. */
  row: (prefix: string, index: number) => ReactNode;
  /** Names the button that takes a row away: "Remove line 2". */
  removeLabel: (index: number) => string;
  /** What stands where there is no row. */
  emptyText?: string;
}

/** A list of rows of fields, to add to and to take from. */
export function RowsField({ name, label, max, newRow, ...props }: RowsFieldProps) {
  const { t } = useTranslation("kit");
  const id = useId();
  const { control, formState } = useFormContext();
  const add = useRef<HTMLDivElement>(null);
  useFieldName(name);
  const { fields, append, remove } = useFieldArray({
    name,
    control,
    // Rows often have an id of their own.
    keyName: "rowKey",
    rules: { required: props.required && t("form.rows.required") },
  });
  // Ours stands at the root of the list, the server's at the list itself.
  const { errors } = formState;
  const error: string | undefined = get(errors, `${name}.root.message`) ?? get(errors, `${name}.message`);
  const isFull = max !== undefined && fields.length >= max;

  const removeRow = (index: number) => {
    remove(index);
    // The button that had the focus goes with its row.
    add.current?.querySelector("button")?.focus();
  };
  return (
    <fieldset
      className={classes.rows}
      aria-describedby={error && `${id}-error`}
      aria-invalid={error ? true : undefined}
    >
      <legend className={classes.label}>
        {label}
        {props.required && (
          <span className={classes.asterisk} aria-hidden="true">
            {" *"}
          </span>
        )}
      </legend>
      {props.description && <p className={classes.quiet}>{props.description}</p>}
      {fields.length === 0 && <p className={classes.quiet}>{props.emptyText ?? t("form.rows.none")}</p>}
      {fields.map(({ rowKey }, index) => (
        <div key={rowKey} className={classes.row}>
          <div className={classes.fields}>{props.row(`${name}.${index}`, index)}</div>
          <IconButton icon="close" label={props.removeLabel(index)} onClick={() => removeRow(index)} />
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      <div ref={add}>
        <Button
          icon="add"
          disabledBecause={isFull ? t("form.rows.max", { count: max }) : undefined}
          onClick={() => append(typeof newRow === "function" ? newRow() : newRow)}
        >
          {props.addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
