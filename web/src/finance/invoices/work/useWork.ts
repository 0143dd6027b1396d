import { type JobDone, toastOffer, useJob } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invoices } from "../api";

/** Work in the background and the window that follows it. */
export interface Work<Result> {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Has it begin; what asks for it gives the job. */
  start: (ask: () => Promise<string>) => Promise<void>;
  isRunning: boolean;
  progress: { done: number; total: number | null; note: string | null } | null;
  startedAt: number | null;
  /** What came of it; null before. */
  ended: JobDone<Result> | null;
}

/** @param running a job that is followed from the beginning */
export function useWork<Result>(running: string | null = null): Work<Result> {
  const { t } = useTranslation("invoices");
  const [isOpen, setOpen] = useState(false);
  const [ended, setEnded] = useState<Work<Result>["ended"]>(null);
  const { watch, ...job } = useJob<Result>((done) => {
    setEnded(done);
    void invoices.refresh();
    // Who closed the window meanwhile is offered what came of it.
    const show = { label: t("work.show"), icon: "preview", onAct: () => setOpen(true) } as const;
    if (!isOpen) toastOffer(t("work.ended"), show);
  }, running);
  return {
    ...job,
    isOpen,
    ended,
    open() {
      if (!job.isRunning) setEnded(null);
      setOpen(true);
    },
    close: () => setOpen(false),
    start: async (ask) => watch(await ask()),
  };
}
