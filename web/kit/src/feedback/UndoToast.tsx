import { useTranslation } from "react-i18next";
import { Button, Row } from "../layout/parts";

/** What was done, and the button that takes it back. */
export function UndoToast(props: { message: string; onUndo: () => void }) {
  const { t } = useTranslation("kit");
  return (
    <Row justify="between">
      <span>{props.message}</span>
      <Button kind="quiet" icon="returned" onClick={props.onUndo}>
        {t("undo")}
      </Button>
    </Row>
  );
}
