import { Radio } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt, type RowsPage } from "../api/hooks";
import { toast, toastFailure } from "../feedback/toast";
import { useFormats } from "../i18n/format";
import { Button, Quiet, Row, Stack } from "../layout/parts";
import type { BulkSelection } from "./bulk";
import { type ExportBody, type ExportScope, exportBody } from "./exports";
import type { ListState } from "./useListState";

interface ExportFormProps {
  state: ListState;
  page: RowsPage<unknown>;
  chosen: BulkSelection<unknown>;
  /** What is exported, in the plural: "orders". */
  resource: string;
  exportAs: (body: ExportBody) => Promise<unknown>;
  onClose: () => void;
}

/** Which rows go into the file. Loaded when first opened. */
export default function ExportForm({ state, page, chosen, resource, exportAs, onClose }: ExportFormProps) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const [wished, setWished] = useState<ExportScope>(chosen.ids.length > 0 ? "selection" : "all");
  const [busy, setBusy] = useState(false);
  // What was selected when the window opened may no longer be.
  const scope = wished === "selection" && chosen.ids.length === 0 ? "all" : wished;

  const rows = (count: number | null) =>
    count === null
      ? t("list.export.more", { rows: number(page.meta.total) })
      : t("list.export.rows", { count, rows: number(count) });
  const all = page.meta.exact ? page.meta.total : null;
  const start = async () => {
    setBusy(true);
    const done = await attempt(() => exportAs(exportBody(scope, state, chosen)));
    setBusy(false);
    if ("error" in done) return toastFailure(t("list.export.failed", { resource }), done.error);
    toast(t("list.export.success", { resource }));
    onClose();
  };

  return (
    <Stack>
      <Radio.Group
        label={t("list.export.scope")}
        value={scope}
        onChange={(value) => setWished(value as ExportScope)}
      >
        <Stack gap={10}>
          <span />
          <Radio value="page" label={t("list.export.page", { rows: rows(page.rows.length) })} />
          <Radio value="all" label={t("list.export.all", { rows: rows(all) })} />
          {chosen.ids.length > 0 && (
            <Radio value="selection" label={t("list.export.selection", { rows: rows(chosen.count) })} />
          )}
        </Stack>
      </Radio.Group>
      <Quiet>{t("list.export.format")}</Quiet>
      <Row justify="end">
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button kind="primary" busy={busy} onClick={() => void start()}>
          {t("list.export.action")}
        </Button>
      </Row>
    </Stack>
  );
}
