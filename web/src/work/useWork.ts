import { type JobDone, toastOffer, useJob } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../locales/fr/work.json";
import { fetchTexts } from "../i18n";

fetchTexts("work");

declare module "@comptoir/kit" {
  interface PortalResources {
    work: typeof texts;
  }
}

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

/**
 * @param onEnd called when it has ended, well or not
 * @param begun a job that is followed from the beginning; whether its window is open then
 */
export function useWork<Result>(
  onEnd: () => void,
  begun: { running?: string | null; isOpen?: boolean } = {},
): Work<Result> {
  const { t } = useTranslation("work");
  const [isOpen, setOpen] = useState(begun.isOpen ?? false);
  const [ended, setEnded] = useState<Work<Result>["ended"]>(null);
  const { watch, ...job } = useJob<Result>((done) => {
    setEnded(done);
    onEnd();
    // Who closed the window meanwhile is offered what came of it.
    const show = { label: t("show"), icon: "preview", onAct: () => setOpen(true) } as const;
    if (!isOpen) toastOffer(t("ended"), show);
  }, begun.running ?? null);
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
