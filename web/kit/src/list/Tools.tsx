import { Button } from "@mantine/core";
import { lazy, memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { SkeletonLines } from "../display/states";
import { Dialog } from "../feedback/Dialog";
import { ActionMenu, type MenuAction } from "../layout/ActionMenu";
import { Fetching } from "../layout/Fetching";
import { fetchPopup, Popup } from "../layout/Popup";
import classes from "./Toolbar.module.css";
import type { ColumnOptions } from "./useColumns";

const fetchPicker = () => import("./ColumnPicker");
const ColumnPicker = lazy(fetchPicker);

let areFetched = false;

/**
 * Fetches what the tools open, for somebody who is about to: what is pressed next does not wait for it then. Once, as even
 * what is there takes time to ask for; where that fails, who presses asks again.
 */
export function fetchTools() {
  if (areFetched) return;
  areFetched = true;
  void fetchPopup();
  void fetchPicker();
}

interface ToolsProps {
  columns: ColumnOptions | null;
  /** Opens the export. */
  onExport?: () => void;
}

function Picker({ columns }: { columns: ColumnOptions }) {
  return (
    <Fetching of={ColumnPicker} fallback={<SkeletonLines lines={8} />}>
      <ColumnPicker {...columns} />
    </Fetching>
  );
}

/** What can be done with a list as a whole, each with its button. */
export const Tools = memo(function Tools({ columns, onExport }: ToolsProps) {
  const { t } = useTranslation("kit");
  if (!columns && !onExport) return null;
  return (
    <div className={classes.tools}>
      {columns && (
        <Popup
          end
          keep
          label={t("list.columns.title")}
          target={
            <Button variant="default" leftSection={<Icon name="panel" />}>
              {t("list.columns.title")}
            </Button>
          }
        >
          {() => <Picker columns={columns} />}
        </Popup>
      )}
      {onExport && (
        <Button variant="default" leftSection={<Icon name="download" />} onClick={onExport}>
          {t("list.export.action")}
        </Button>
      )}
    </div>
  );
});

/** The same on a phone: one menu, whose choices open windows. */
export function PhoneTools({ columns, onExport }: ToolsProps) {
  const { t } = useTranslation("kit");
  const [isPicking, setIsPicking] = useState(false);
  const actions: MenuAction[] = [];
  if (columns) {
    actions.push({
      id: "columns",
      label: t("list.columns.title"),
      icon: "panel",
      onClick: () => setIsPicking(true),
    });
  }
  if (onExport) {
    actions.push({ id: "export", label: t("list.export.action"), icon: "download", onClick: onExport });
  }
  if (actions.length === 0) return null;
  return (
    <>
      <ActionMenu label={t("list.tools")} icon="settings" actions={actions} />
      {columns && (
        <Dialog title={t("list.columns.title")} open={isPicking} onClose={() => setIsPicking(false)}>
          <Picker columns={columns} />
        </Dialog>
      )}
    </>
  );
}
