import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FoundFault, ImportColumn } from "./check";

/** Something in a file that is wrong, in words. */
export interface Fault {
  /** Both from 1, as spreadsheets count; a fault of a whole line has no column. */
  line: number;
  column: number | null;
  heading: string;
  message: string;
}

/** What is wrong, in words. */
export function useFaultWords(): (fault: FoundFault) => Fault {
  const { t } = useTranslation("parts");
  const message = ({ code, expected }: FoundFault): string =>
    ({
      noHeading: t("import.fault.noHeading"),
      twice: t("import.fault.twice"),
      required: t("import.fault.required"),
      decimal: t("import.fault.decimal"),
      whole: t("import.fault.whole"),
      day: t("import.fault.day"),
      email: t("import.fault.email"),
      oneOf: t("import.fault.oneOf", { expected }),
      tooLong: t("import.fault.tooLong", { expected }),
      tooMany: t("import.fault.tooMany"),
      quotes: t("import.fault.quotes"),
      empty: t("import.fault.empty"),
      country: t("import.fault.country"),
      price: t("import.fault.price"),
      exception: t("import.fault.exception"),
      decimals: t("import.fault.decimals"),
      band: t("import.fault.band"),
      repeated: t("import.fault.repeated"),
      overlap: t("import.fault.overlap"),
    })[code];
  return (fault) => ({ ...fault, message: message(fault) });
}

/** Checks files against columns, in a worker that is fetched with the first; `share` is how much has been read. */
export function useCheck(columns: ImportColumn[]) {
  const [share, setShare] = useState<number | null>(null);
  const inWords = useFaultWords();
  const check = async (file: File) => {
    const { checkFile } = await import("./checkFile");
    try {
      const checked = await checkFile(file, columns, setShare);
      return { ...checked, faults: checked.faults.map(inWords) };
    } finally {
      setShare(null);
    }
  };
  return { check, share };
}
