import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast, toastError } from "../feedback/toast";
import { Button, Row, Stack } from "../layout/parts";
import type { ImportColumn } from "./check";

interface PasteRowsProps {
  label: string;
  /** Those of the template. */
  columns: ImportColumn[];
  busy: boolean;
  /** Takes what was pasted. */
  onText: (text: string) => void;
}

/** A place for rows that were copied out of a spreadsheet, where they can be put right. */
export function PasteRows({ label, columns, busy, onText }: PasteRowsProps) {
  const { t } = useTranslation("parts");
  const [text, setText] = useState("");
  const template = [columns.map(({ name }) => name), columns.map(({ example }) => example ?? "")];
  const copy = () =>
    navigator.clipboard.writeText(template.map((cells) => cells.join("\t")).join("\n")).then(
      () => toast(t("import.copied")),
      () => toastError(t("import.notCopied")),
    );
  return (
    <Stack gap={8}>
      <Textarea
        label={label}
        description={t("import.pasteText")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        wrap="off"
      />
      <Row justify="end">
        <Button kind="quiet" icon="copy" onClick={() => void copy()}>
          {t("import.copyTemplate")}
        </Button>
        <Button
          busy={busy}
          disabledBecause={text.trim() === "" ? t("import.nothingPasted") : undefined}
          onClick={() => onText(text)}
        >
          {t("import.check")}
        </Button>
      </Row>
    </Stack>
  );
}
