import { type ReactNode, useState } from "react";
import classes from "./Disclosure.module.css";
import { Icon } from "./icons";

interface DisclosureProps {
  /** What it is. */
  label: ReactNode;
  /** Stands at the end of the line, quietly. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A card that is a line until it is opened; its content is there, and fetched, only then. */
export function Disclosure({ label, hint, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.card} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={classes.line}>
          {label}
          <span className={classes.hint}>{hint}</span>
        </span>
        <Icon name="open" />
      </summary>
      {isOpen && <div className={classes.content}>{children}</div>}
    </details>
  );
}
