import { type ReactNode, useId } from "react";
import classes from "./create.module.css";

/** A part of a step: its name, a sentence where it needs one, what is in it. */
export function Part(props: { title: string; text?: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <h4 id={id} className={classes.partTitle}>
          {props.title}
        </h4>
        {props.action}
      </div>
      {props.text && <p className={classes.quiet}>{props.text}</p>}
      {props.children}
    </section>
  );
}
