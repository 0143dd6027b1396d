import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./figures.module.css";

interface StatProps {
  label: string;
  /** What the figure is: a `<Hint …>`. */
  hint?: ReactNode;
  /** `<Money …>`, `<Figure …>`. */
  value: ReactNode;
  /** A `<Trend …>`, or what the figure is made of. */
  children?: ReactNode;
  /** The list that the figure sums up. */
  to?: string;
}

/**
 * One figure that matters, in a card; several stand in `Tiles`.
 *
 * @example <Stat label={t("revenue")} value={<Money amount="12840.50" />}><Trend … /></Stat>
 */
export function Stat({ label, hint, value, children, to }: StatProps) {
  return (
    <div className={classes.stat}>
      <span className={classes.label}>
        {to ? (
          <Link to={to} className={classes.link}>
            {label}
          </Link>
        ) : (
          label
        )}
        {hint}
      </span>
      <span className={classes.value}>
        <span className={classes.figure}>{value}</span>
      </span>
      {children && <span className={classes.more}>{children}</span>}
    </div>
  );
}
