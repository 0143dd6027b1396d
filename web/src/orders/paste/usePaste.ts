import { type CheckedImport, readRows, useFaultWords, useImportJob } from "@comptoir/kit";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { orders } from "../api";
import { checkPaste, type PastedOrders, pasteOrders } from "./api";
import { COLUMNS, toRow } from "./values";

/** As many rows as are pasted at once. */
const MOST = 500;

/** What the columns are called, those of the template. */
export function useColumnNames() {
  const { t } = useTranslation("orderPaste");
  return {
    reference: t("column.reference"),
    name: t("column.name"),
    company: t("column.company"),
    address: t("column.address"),
    zip: t("column.zip"),
    city: t("column.city"),
    country: t("column.country"),
    email: t("column.email"),
    phone: t("column.phone"),
    articles: t("column.articles"),
  };
}

/** The columns of the template; what they may hold the host knows. */
export function useColumns() {
  const { t } = useTranslation("orderPaste");
  const names = useColumnNames();
  const examples = {
    reference: "PRESSE-001",
    name: t("example.name"),
    company: t("example.company"),
    address: t("example.address"),
    zip: "75011",
    city: "Paris",
    country: "FR",
    email: "claire.dubois@example.com",
    phone: "06 12 34 56 78",
    articles: "ALBUM-LP:1, ALBUM-CD:2",
  };
  const optional = new Set<string>(["company", "country", "phone"]);
  return COLUMNS.map((column) => ({
    name: names[column],
    example: examples[column],
    required: !optional.has(column),
  }));
}

type Body = Parameters<typeof checkPaste>[0];

/** The check of a paste for a store, what it would make, and the job that makes it. */
export function usePaste(storeId: string, isFree: boolean) {
  const { t } = useTranslation("orderPaste");
  const names = useColumnNames();
  const columns = useColumns();
  const inWords = useFaultWords();
  const [preview, setPreview] = useState<PastedOrders | null>(null);
  const checked = useRef<Body | null>(null);
  const upload = async () => {
    if (!checked.current) throw new Error("nothing was checked");
    return pasteOrders(checked.current);
  };
  const { run } = useImportJob("/order/paste", upload, () => void orders.refresh());

  const check = async (file: File): Promise<CheckedImport> => {
    setPreview(null);
    checked.current = null;
    const { read, ...found } = await readRows(file, columns);
    if (found.faultCount > 0) return { ...found, faults: found.faults.map(inWords) };
    if (read.length > MOST) {
      const line = read[MOST]?.line ?? 1;
      const faults = [{ line, column: null, heading: "", message: t("tooMany") }];
      return { ...found, faults, faultCount: 1 };
    }
    const rows = read.map(({ line, values }) => toRow(line, values, names));
    const body = { id: crypto.randomUUID(), storeId, isFree, rows };
    const outcome = await checkPaste(body);
    const faults = outcome.faults.map(({ line, column, message }) => ({
      ...{ line, message, heading: column ? names[column] : "" },
      column: column ? (read[0]?.place(names[column]) ?? null) : null,
    }));
    setPreview(outcome);
    const prices = new Map(outcome.orders.map(({ line, shippingPrice }) => [line, shippingPrice]));
    // A price that moves until the order is made stops it.
    checked.current = {
      ...body,
      rows: rows.map((row) => ({ ...row, shippingPrice: prices.get(row.line) ?? null })),
    };
    return { ...found, faults, faultCount: faults.length };
  };
  return { check, run, preview };
}
