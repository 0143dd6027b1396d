import { startTransition, useOptimistic } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SelectBox.module.css";
import type { Selection } from "./useSelection";

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is selected, and some is not. */
  mixed?: boolean;
  disabled?: boolean;
  onChange: () => void;
}

/**
 * The box that selects a row, or all of them. The browser's own element: a list has a hundred of them, which are drawn at
 * once when all are selected.
 */
export const SelectBox = ({ label, checked, mixed = false, disabled, onChange }: SelectBoxProps) => (
  <input
    ref={(box) => {
      if (box) box.indeterminate = mixed;
    }}
    type="checkbox"
    className={classes.box}
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onChange={onChange}
  />
);

/** The box of a list's heading, which selects all rows of the page: it answers at once, the rows follow. */
export function SelectPage({ selection }: { selection: Selection }) {
  const { t } = useTranslation("kit");
  const [isAll, setIsAll] = useOptimistic(selection.isAll);
  return (
    <SelectBox
      label={t("list.selectPage")}
      checked={isAll}
      mixed={selection.ids.size > 0 && !isAll}
      onChange={() =>
        startTransition(() => {
          setIsAll(!isAll);
          selection.toggleAll();
        })
      }
    />
  );
}
