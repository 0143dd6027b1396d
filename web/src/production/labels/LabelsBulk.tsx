import { type BulkSelection, Button } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SheetsButton } from "./SheetsButton";
import { useLabels } from "./useLabels";

/** What is printed of the selected products, which have to be in sight: one file is of no more than a page of them. */
export function LabelsBulk({ selection: { all, ids } }: { selection: BulkSelection<unknown> }) {
  const { t } = useTranslation("labels");
  const { actions, dialog } = useLabels(ids);
  const disabledBecause = all ? t("onPage") : undefined;
  return (
    <>
      {actions.map(({ id, label, icon, onClick }) => (
        <Button key={id} kind="quiet" icon={icon} disabledBecause={disabledBecause} onClick={onClick}>
          {label}
        </Button>
      ))}
      <SheetsButton ids={ids} kind="quiet" disabledBecause={disabledBecause} />
      {dialog}
    </>
  );
}
