import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../display/icons";
import classes from "./Activity.module.css";
import { Popup } from "./Popup";

interface ActivityProps {
  /** What the panel holds: "Jobs in progress". */
  title: string;
  /** What the button says of it: "2 running". */
  label: string;
  /** How many run now; none: the button is still. */
  running: number;
  /** At the panel's foot: what leads further, or clears it. */
  foot?: ReactNode;
  /** What runs and what came of it, newest first. */
  children: ReactNode;
}

/**
 * The place at the end of the top bar for work that goes on while people do: a quiet count, and on demand a panel with what
 * runs and what came of it. It covers nothing until somebody opens it.
 */
export function Activity({ title, label, running, foot, children }: ActivityProps) {
  return (
    <Popup
      end
      label={title}
      className={classes.panel}
      target={
        <UnstyledButton className={classes.button} aria-label={`${title}, ${label}`} title={label}>
          <Icon name={running > 0 ? "synchronize" : "check"} size={18} />
          {running > 0 && <span aria-hidden="true">{running}</span>}
        </UnstyledButton>
      }
    >
      {() => (
        <section aria-label={title}>
          <h2 className={classes.head}>{title}</h2>
          <div className={classes.rows}>{children}</div>
          {foot && <div className={classes.foot}>{foot}</div>}
        </section>
      )}
    </Popup>
  );
}
