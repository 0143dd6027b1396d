import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/error";
import { useGet } from "../api/hooks";
import type { Job } from "./tracked";

const POLL_MS = 1_000;

/** What came of a job. */
export type JobDone<Result> = { result: Result; files: Job["files"] } | { error: string };

/**
 * Watches work in the background to its end, as a plugin's route answers it: `{ job }`.
 *
 * @param onDone told once for each job that `watch` was given
 * @param running one that is watched from the beginning
 */
export function useJob<Result>(onDone: (done: JobDone<Result>) => void, running: string | null = null) {
  const [id, setId] = useState(running);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  const { data: job, error } = useGet(
    id ? "/job/{id}" : null,
    { params: { path: { id: id ?? "" } } },
    { refreshInterval: POLL_MS },
  );
  // A connection that comes and goes is asked again; what one may not see or what is gone never ends.
  const lost = error && (error.kind === "notFound" || error.kind === "forbidden") ? error.name : null;
  const isDone = job?.id === id && job?.status !== "PENDING";

  useEffect(() => {
    if (!id || !(isDone || lost)) return;
    setId(null);
    if (job?.status === "COMPLETED")
      latest.current({ result: (job as { result?: unknown }).result as Result, files: job.files });
    else latest.current({ error: job?.error ?? lost ?? "" });
  }, [id, isDone, lost, job]);

  const shown = id ? job : undefined;
  return {
    watch: setId,
    isRunning: id !== null,
    progress: shown?.progress ?? null,
    /** In milliseconds; null before. */
    startedAt: shown?.startedAt ? Date.parse(shown.startedAt) : null,
  };
}

/** The same for jobs that somebody waits for: one after the other, each a promise of its result. */
export function useJobResult<Result>() {
  const end = useRef<{ resolve: (result: Result) => void; reject: (reason: ApiError) => void } | null>(null);
  const { watch, progress } = useJob<Result>((done) => {
    if ("result" in done) end.current?.resolve(done.result);
    else end.current?.reject(new ApiError(500, { message: done.error }));
  });
  const wait = (id: string) =>
    new Promise<Result>((resolve, reject) => {
      end.current = { resolve, reject };
      watch(id);
    });
  return { wait, progress };
}
