import { attempt, type ImportRun, toast, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../../app/area";
import { projectProductPaths } from "../products/paths";
import { importProducts, type ProductsImport } from "./api";

/** The check of a file, what it would make, and its import, which leads to the products. */
export function useProductImport(projectId: string) {
  const { t } = useTranslation("projectImport");
  const navigate = useNavigate();
  const list = projectProductPaths.list(useArea(), projectId);
  const [preview, setPreview] = useState<ProductsImport | null>(null);
  const [outcome, setOutcome] = useState<ProductsImport | null>(null);
  const [startedAt, setStartedAt] = useState<number | null>(null);

  const check = async (file: File) => {
    const checked = await importProducts(projectId, file, true);
    setPreview(checked);
    return checked;
  };
  const start = async (file: File) => {
    setStartedAt(Date.now());
    const ended = await attempt(() => importProducts(projectId, file, false));
    setStartedAt(null);
    if ("error" in ended) return toastFailure(t("failed"), ended.error);
    // What was right when it was checked may no longer be.
    if (ended.value.faultCount > 0) return setOutcome(ended.value);
    toast(t("done", { count: ended.value.created }));
    await navigate(list);
  };
  const reset = () => {
    setPreview(null);
    setOutcome(null);
  };
  const run: ImportRun = {
    ...{ isRunning: startedAt !== null, startedAt, progress: null, outcome, error: null },
    start: (file) => void start(file),
    reset,
  };
  return { check, run, preview };
}
