import { remember, type Schemas } from "@comptoir/kit";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

export type Job = Schemas["Job"];

interface Tracked {
  /** The jobs that this tab started and still shows, oldest first. What is known of them is SWR's. */
  ids: string[];
}

/** Survives a reload, not the tab. */
export const useTrackedJobs = create<Tracked>()(
  persist(() => ({ ids: [] as string[] }), {
    name: "comptoir.jobs",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** Where `useGet` keeps a job. */
export const jobKey = (id: string) => ["/job/{id}", { params: { path: { id } } }] as const;

/** A newer state of a job. */
export const rememberJob = (job: Job) => remember(...jobKey(job.id), job);

/** Shows these jobs in the dock until somebody closes it. */
export function trackJobs(jobs: Job[]) {
  for (const job of jobs) void rememberJob(job);
  useTrackedJobs.setState(({ ids }) => ({ ids: [...new Set([...ids, ...jobs.map((job) => job.id)])] }));
}

/** Takes the dock away. The jobs go on. */
export const forgetJobs = () => useTrackedJobs.setState({ ids: [] });
