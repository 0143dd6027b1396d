import { useEffect } from "react";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Schemas } from "../api/client";
import { setCached, useGet } from "../api/hooks";
import { useSession } from "../api/session";
import { frame } from "../frame/portal";

export type Job = Schemas["Job"];

interface Tracked {
  /** Whose they are; nobody else who signs in here sees them. */
  user: string | null;
  /** The jobs that they started in this browser, newest first. What is known of them is SWR's. */
  ids: string[];
  /** Those that have run together since none ran. */
  batch: string[];
  /** Those whose end was said, and how many items each had dealt with. */
  ended: Record<string, number>;
  /** The screen that started a job: it shows it again, and says what the job does. */
  startedBy: Record<string, string>;
}

const NOTHING: Omit<Tracked, "user"> = { ids: [], batch: [], ended: {}, startedBy: {} };
/** How many jobs are shown at most. */
const SHOWN = 30;

/** Survives the tab, as the jobs do; every tab of the browser has the same. */
export const useTrackedJobs = create<Tracked>()(
  persist((): Tracked => ({ user: null, ...NOTHING }), {
    name: "comptoir.jobs",
    storage: createJSONStorage(() => localStorage),
  }),
);
window.addEventListener("storage", ({ key }) => {
  if (key === "comptoir.jobs") void useTrackedJobs.persist.rehydrate();
});
useSession.subscribe(({ user }) => {
  if (!user) return;
  const isOther = ![null, user.id].includes(useTrackedJobs.getState().user);
  useTrackedJobs.setState({ user: user.id, ...(isOther && NOTHING) });
});

/** Where `useGet` keeps a job. */
export const jobKey = (id: string) => ["/job/{id}", { params: { path: { id } } }] as const;

/** A newer state of a job. */
export const setCachedJob = (job: Job) => setCached(...jobKey(job.id), job);

/** Shows these jobs, and what comes of them, in the activity until somebody clears it. */
export function trackJobs(jobs: Job[]) {
  for (const job of jobs) void setCachedJob(job);
  track(jobs.map((job) => job.id));
}

/** Shows what the person began elsewhere as well, in another browser or on another machine. */
export function useRunningJobs() {
  const { data } = useGet("/job/running", {});
  useEffect(() => {
    const { ids, ended } = useTrackedJobs.getState();
    const others = data?.filter(({ id }) => !ids.includes(id) && !(id in ended)) ?? [];
    if (others.length > 0) track(others.map(({ id }) => id));
  }, [data]);
}

/** The same for a job that a screen started and only knows the id of, as a plugin's route answers it. */
export function trackJobOf(screen: string, id: string) {
  track([id]);
  useTrackedJobs.setState(({ startedBy }) => ({ startedBy: { ...startedBy, [id]: screen } }));
}

/** The last job that a screen started, if it still runs. */
export function runningJobOf(screen: string): string | null {
  const { ids, ended, startedBy } = useTrackedJobs.getState();
  const id = ids.find((each) => startedBy[each] === screen);
  return id && !(id in ended) ? id : null;
}

function track(added: string[]) {
  frame.portal?.track(added);
  useTrackedJobs.setState((was) => {
    const isRunning = was.batch.some((id) => !(id in was.ended));
    const ids = [...new Set([...added, ...was.ids])].slice(0, SHOWN);
    const batch = [...new Set([...(isRunning ? was.batch : []), ...added])];
    // One that is asked for again is news once more; nobody asks for those that are gone.
    const known = [...ids, ...batch].filter((id) => !added.includes(id));
    const ended = Object.entries(was.ended).filter(([id]) => known.includes(id));
    const startedBy = Object.entries(was.startedBy).filter(([id]) => ids.includes(id));
    return { ids, batch, ended: Object.fromEntries(ended), startedBy: Object.fromEntries(startedBy) };
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
