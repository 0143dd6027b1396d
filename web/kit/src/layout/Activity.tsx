import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../display/icons";
import classes from "./Activity.module.css";
import { Popup } from "./Popup";

interface ActivityProps {
  /** What the panel holds: "Jobs in progress". */
  title: string;
  /** What the button says of it: "2 running". */
  label: string;
  icon: IconName;
  /** How many run now, or are new; none is not shown. */
  count: number;
  /** At the panel's foot: what leads further, or clears it. */
  foot?: ReactNode;
  /**
   * What runs and what came of it, newest first.
   *
   * @param close closes the panel
   */
  children: (close: () => void) => ReactNode;
}

/**
 * The place at the end of the top bar for what goes on while people work: a quiet count, and on demand a panel with what
 * runs, or is new, and what came of it. It covers nothing until somebody opens it.
 */
export function Activity({ title, label, icon, count, foot, children }: ActivityProps) {
  return (
    <Popup
      end
      label={title}
      className={classes.panel}
      target={
        <UnstyledButton className={classes.button} aria-label={`${title}, ${label}`} title={label}>
          <Icon name={icon} size={18} />
          {count > 0 && (
            <span className={classes.count} aria-hidden="true">
              {count}
            </span>
          )}
        </UnstyledButton>
      }
    >
      {(close) => (
        <section aria-label={title}>
          <h2 className={classes.head}>{title}</h2>
          {/* biome-ignore lint/a11y/useSemanticElements: no form's fieldset */}
          <div
            className={classes.rows}
            role="group"
            aria-label={title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
            tabIndex={0}
          >
            {children(close)}
          </div>
          {foot && <div className={classes.foot}>{foot}</div>}
        </section>
      )}
    </Popup>
  );
}
