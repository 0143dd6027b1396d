import { useEffect, useRef, useState } from "react";
import { useGet } from "../api/hooks";

const POLL_MS = 1_000;

/** What came of a job. */
export type JobDone<Result> = { result: Result } | { error: string };

/**
 * Watches work in the background to its end, as a plugin's route answers it: `{ job }`.
 *
 * @param onDone told once for each job that `watch` was given
 */
export function useJob<Result>(onDone: (done: JobDone<Result>) => void) {
  const [id, setId] = useState<string | null>(null);
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
      latest.current({ result: (job as { result?: unknown }).result as Result });
    else latest.current({ error: job?.error ?? lost ?? "" });
  }, [id, isDone, lost, job]);

  return { watch: setId, isRunning: id !== null, progress: (id && job?.progress) || null };
}
