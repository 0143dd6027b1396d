import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Schemas } from "../api/client";
import { setCached } from "../api/hooks";

export type Job = Schemas["Job"];

interface Tracked {
  /** The jobs that this tab started, newest first. What is known of them is SWR's. */
  ids: string[];
  /** Those that have run together since none ran. */
  batch: string[];
  /** Those whose end was said, and how many items each had dealt with. */
  ended: Record<string, number>;
}

const NOTHING: Tracked = { ids: [], batch: [], ended: {} };
/** How many jobs are shown at most. */
const SHOWN = 30;

/** Survives a reload, not the tab. */
export const useTrackedJobs = create<Tracked>()(
  persist((): Tracked => NOTHING, {
    name: "comptoir.jobs",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** Where `useGet` keeps a job. */
export const jobKey = (id: string) => ["/job/{id}", { params: { path: { id } } }] as const;

/** A newer state of a job. */
export const setCachedJob = (job: Job) => setCached(...jobKey(job.id), job);

/** Shows these jobs, and what comes of them, in the activity until somebody clears it. */
export function trackJobs(jobs: Job[]) {
  for (const job of jobs) void setCachedJob(job);
  const added = jobs.map((job) => job.id);
  useTrackedJobs.setState(({ ids, batch, ended }) => {
    const isRunning = batch.some((id) => !(id in ended));
    return {
      ids: [...new Set([...added, ...ids])].slice(0, SHOWN),
      batch: [...new Set([...(isRunning ? batch : []), ...added])],
      // One that is asked for again is news once more.
      ended: Object.fromEntries(Object.entries(ended).filter(([id]) => !added.includes(id))),
    };
  });
}

/** Takes those away that have ended. */
export const clearEndedJobs = () =>
  useTrackedJobs.setState(({ ids, ended }) => ({ ids: ids.filter((id) => !(id in ended)) }));

/**
 * Notes that a job's end was said.
 *
 * @returns how many items all that ran with it dealt with, once the last of them has ended
 */
export function endJob(id: string, items: number): number | null {
  useTrackedJobs.setState(({ ended }) => ({ ended: { ...ended, [id]: items } }));
  const { batch, ended } = useTrackedJobs.getState();
  if (!batch.every((each) => each in ended)) return null;
  return batch.reduce((sum, each) => sum + (ended[each] ?? 0), 0);
}
