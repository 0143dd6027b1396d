import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { IconName } from "../display/icons";
import { Button, Row } from "../layout/parts";

interface DialogBarProps {
  /** A verb with its object: "Create the credit note". */
  label: string;
  /** Of what cannot be taken back: `danger`. */
  kind?: "primary" | "danger";
  icon?: IconName;
  /** What leaves it, where "Cancel" could be taken for something else. */
  leave?: string;
  onClose: () => void;
}

/** The end of a form in a window: leaves it, or sends it. */
export function DialogBar({ label, kind = "primary", icon, leave, onClose }: DialogBarProps) {
  const { t } = useTranslation("kit");
  const { formState } = useFormContext();
  return (
    <Row justify="end">
      <Button onClick={onClose}>{leave ?? t("cancel")}</Button>
      <Button kind={kind} icon={icon} type="submit" busy={formState.isSubmitting}>
        {label}
      </Button>
    </Row>
  );
}
