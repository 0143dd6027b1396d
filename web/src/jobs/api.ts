import { client, refresh, type Schemas, unwrap, useList } from "@comptoir/kit";

export type Job = Schemas["Job"];

export const useJobs = (cursor: string) => useList("/job", cursor);

const one = (id: string) => ({ params: { path: { id } } });

/** Asks again for a job that failed; gives the new one. */
export async function retryJob(id: string): Promise<Job> {
  const { data } = await unwrap(client.POST("/job/{id}/retry", one(id)));
  await refresh("job");
  return data;
}

/** Ends a job: one that waits at once, one that runs at its next step. */
export async function cancelJob(id: string): Promise<void> {
  await unwrap(client.DELETE("/job/{id}", one(id)));
  await refresh("job");
}
