import { useFormContext } from "react-hook-form";
import { useFieldName } from "./context";
import classes from "./FormAlert.module.css";

interface FormAlertProps {
  /** The part of the form whose error stands here and not at a field: "data". */
  name: string;
  /** What did not happen: "The provider refuses these credentials". */
  title: string;
}

/** What is wrong with several fields together. */
export function FormAlert({ name, title }: FormAlertProps) {
  const { getFieldState, formState } = useFormContext();
  useFieldName(name);
  // Without a message the error is one of the fields inside.
  const message: unknown = getFieldState(name, formState).error?.message;
  if (typeof message !== "string") return null;
  return (
    <div className={classes.alert} role="alert">
      <p className={classes.title}>{title}</p>
      {message && <p className={classes.text}>{message}</p>}
    </div>
  );
}
