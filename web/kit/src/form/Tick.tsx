import { Checkbox } from "@mantine/core";
import classes from "./Tick.module.css";

interface TickProps {
  /** What it stands for: "Read the orders". */
  label: string;
  /** Shown where a table's heads already say it: nothing, or fewer words. */
  text?: string | null;
  checked: boolean;
  /** Some of what it stands for is ticked, and some is not. */
  mixed?: boolean;
  /** Why it cannot be changed. */
  lockedBecause?: string;
  onChange: (checked: boolean) => void;
}

/** One box of many that make a value together; CheckboxField is a form's own box. */
export function Tick({ label, text = label, checked, mixed, lockedBecause, onChange }: TickProps) {
  const isLocked = lockedBecause !== undefined;
  return (
    <span className={classes.tick} data-locked={isLocked || undefined}>
      <Checkbox
        // Not `disabled`: the reason has to be reachable by keyboard.
        aria-disabled={isLocked || undefined}
        aria-label={text === label ? undefined : label}
        title={lockedBecause}
        label={text}
        checked={checked}
        indeterminate={mixed}
        onChange={(event) => !isLocked && onChange(event.currentTarget.checked)}
      />
    </span>
  );
}
