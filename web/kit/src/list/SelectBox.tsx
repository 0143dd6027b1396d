import classes from "./SelectBox.module.css";

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is selected, and some is not. */
  mixed?: boolean;
  onChange: () => void;
}

/**
 * The box that selects a row, or all of them. The browser's own element: a list has a hundred of them, which are drawn at
 * once when all are selected.
 */
export const SelectBox = ({ label, checked, mixed = false, onChange }: SelectBoxProps) => (
  <input
    ref={(box) => {
      if (box) box.indeterminate = mixed;
    }}
    type="checkbox"
    className={classes.box}
    aria-label={label}
    checked={checked}
    onChange={onChange}
  />
);
