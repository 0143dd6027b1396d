import { ActionIcon } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { SkeletonLines } from "../display/states";

interface ExpanderProps {
  /** What the row is called. */
  row: string;
  /** The panel's id. */
  panel: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The button that opens and closes a row's panel. */
export function Expander({ row, panel, isOpen, onToggle }: ExpanderProps) {
  const { t } = useTranslation("parts");
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={t("expand.label", { row })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      title={isOpen ? t("expand.close") : t("expand.open")}
      onClick={onToggle}
    >
      <Icon name={isOpen ? "open" : "right"} size={16} />
    </ActionIcon>
  );
}

/** What a panel shows, which may be fetched only now. */
export function PanelContent({ children }: { children: ReactNode }) {
  return <Suspense fallback={<SkeletonLines lines={3} />}>{children}</Suspense>;
}
