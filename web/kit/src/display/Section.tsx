import { type ReactNode, useId } from "react";
import classes from "./Section.module.css";

/** A card with a heading. */
export function Section(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {props.title}
        </h2>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}

/** One fact: what it is and its value. Facts without a value are left out by the caller, or shown as a dash. */
export interface Fact {
  label: string;
  /** What it means: a `<Hint …>`. */
  hint?: ReactNode;
  value: ReactNode;
}

/** Names and values, one below the other; values that are all numbers stand below each other at the end of the line. */
export function Facts(props: { facts: Fact[]; areNumbers?: boolean }) {
  return (
    <dl className={classes.facts} data-numbers={props.areNumbers}>
      {props.facts.map((fact) => (
        <div key={fact.label} className={classes.fact}>
          <dt>
            {fact.label}
            {fact.hint}
          </dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
