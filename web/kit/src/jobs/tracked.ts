import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Schemas } from "../api/client";
import { setCached } from "../api/hooks";

export type Job = Schemas["Job"];

interface Tracked {
  /** The jobs that this tab started and still shows, oldest first. What is known of them is SWR's. */
  ids: string[];
  /** Those whose end was told, and how many items each had dealt with. */
  ended: Record<string, number>;
}

const NOTHING: Tracked = { ids: [], ended: {} };

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

/** Shows these jobs in the dock until somebody closes it. */
export function trackJobs(jobs: Job[]) {
  for (const job of jobs) void setCachedJob(job);
  // What is over makes room for what begins.
  useTrackedJobs.setState(({ ids, ended }) => {
    const running = ids.filter((id) => !(id in ended));
    return { ids: [...new Set([...running, ...jobs.map((job) => job.id)])], ended: {} };
  });
}

/** Takes the dock away. The jobs go on. */
export const forgetJobs = () => useTrackedJobs.setState(NOTHING);

/**
 * Notes that a job's end was told.
 *
 * @returns how many items all of them dealt with, once the last one has ended
 */
export function endJob(id: string, items: number): number | null {
  useTrackedJobs.setState(({ ended }) => ({ ended: { ...ended, [id]: items } }));
  const { ids, ended } = useTrackedJobs.getState();
  if (!ids.every((each) => each in ended)) return null;
  return Object.values(ended).reduce((sum, each) => sum + each, 0);
}
