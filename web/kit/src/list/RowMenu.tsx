import { useTranslation } from "react-i18next";
import { ActionMenu } from "../layout/ActionMenu";
import type { RowsView } from "./columns";
import classes from "./RowMenu.module.css";

/** What can be done with one row, behind three dots; nothing where nothing can be done. */
export function RowMenu<Row>(props: Pick<RowsView<Row>, "rowActions" | "rowLabel"> & { row: Row }) {
  const { t } = useTranslation("kit");
  const actions = props.rowActions?.(props.row) ?? [];
  if (actions.length === 0) return null;
  return (
    <span className={classes.menu}>
      <ActionMenu
        label={t("list.actions", { row: props.rowLabel(props.row) })}
        icon="more"
        actions={actions}
        small
      />
    </span>
  );
}
