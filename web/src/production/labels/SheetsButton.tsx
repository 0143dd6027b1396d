import { Button, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { exportSheets } from "./api";

interface SheetsButtonProps {
  /** Of the products. */
  ids: string[];
  kind: "primary" | "quiet";
  disabledBecause?: string;
}

/** Downloads the technical sheets of products. */
export function SheetsButton({ ids, ...look }: SheetsButtonProps) {
  const { t } = useTranslation("labels");
  const count = { count: ids.length };
  const [start, busy] = useAct(() => ({
    run: () => exportSheets(ids),
    failed: t("sheets.failed", count),
  }));
  return (
    <Button {...look} icon="download" busy={busy} onClick={() => void start()}>
      {t("sheets.action", count)}
    </Button>
  );
}
