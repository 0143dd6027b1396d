import { useState } from "react";
import { useTranslation } from "react-i18next";
import { csvName, toCsv } from "../chart/csv";
import { Dialog } from "../feedback/Dialog";
import { FileDrop } from "../files/FileDrop";
import { FILE_TYPES } from "../files/fileTypes";
import { saveFile } from "../files/transfer";
import { type CheckedFile, decode } from "../import/check";
import { FaultTable } from "../import/FaultTable";
import { useFaultWords } from "../import/useCheck";
import { Button, Row, Stack } from "../layout/parts";
import { PRICE_COLUMNS, readPrices } from "./priceFile";

interface PriceImportProps {
  carrierId: string;
  mayBeZero: boolean;
  onClose: () => void;
  /** Takes all prices of a file that nothing is wrong with. */
  take: (cells: ReadonlyMap<string, string>) => void;
}

/** The prices of a CSV file, laid into the grid to be looked at; with anything wrong none is. */
export default function PriceImport({ carrierId, mayBeZero, onClose, take }: PriceImportProps) {
  const { t, i18n } = useTranslation(["carriers", "parts", "kit"]);
  const inWords = useFaultWords();
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [name, setName] = useState<string | null>(null);
  const choose = async ([file]: File[]) => {
    if (!file) return;
    setName(file.name);
    const read = readPrices(decode(new Uint8Array(await file.arrayBuffer())), carrierId, mayBeZero);
    if (read.checked.faultCount > 0) return setChecked(read.checked);
    take(read.cells);
    onClose();
  };
  const saveTemplate = () => {
    const rows = [
      PRICE_COLUMNS.map((column) => column.name),
      PRICE_COLUMNS.map(({ example }) => example ?? ""),
    ];
    const text = toCsv(rows, i18n.resolvedLanguage ?? "fr");
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), csvName(t("file.title")));
  };
  const count = checked?.faultCount ?? 0;
  return (
    <Dialog title={t("file.title")} open onClose={onClose} wide>
      <Stack>
        <FileDrop
          label={name ?? t("parts:import.drop")}
          hint={t("file.hint")}
          accept={FILE_TYPES.csv}
          onFiles={(files) => void choose(files)}
          error={count > 0 ? t("file.nothingTaken") : undefined}
        />
        <p role="status">{count > 0 && t("parts:import.bad", { count })}</p>
        {checked && <FaultTable faults={checked.faults.map(inWords)} count={count} />}
        <Row justify="end">
          <Button kind="quiet" icon="download" onClick={saveTemplate}>
            {t("parts:import.template")}
          </Button>
          <Button onClick={onClose}>{t("kit:cancel")}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
