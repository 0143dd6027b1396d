import { client, type Fetched, type Schemas, setCached, unwrap, useGet } from "@comptoir/kit";

export type Simulation = Schemas["Simulation"];
export type SimulationRow = Schemas["SimulationRow"];
export type SimulationResult = Schemas["SimulationResult"];
export type SimulationGroup = Schemas["SimulationGroup"];
export type SimulatedOrder = Schemas["SimulatedOrder"];

const LIST = "/shipping/simulation";
const PATH = "/shipping/simulation/{id}";
const POLL_MS = 1_000;

const placeOf = (id: string) => ({ params: { path: { id } } });

/** The last simulations, the newest first, asked for again while one of them runs. */
export const useSimulations = (): Fetched<SimulationRow[]> =>
  useGet(
    LIST,
    {},
    {
      refreshInterval: (rows) => (rows?.some(({ state }) => state === "PENDING") ? POLL_MS : 0),
    },
  );

/** A simulation, asked for again while it runs: whoever may read it sees how far it is, not only who asked for it. */
export const useSimulation = (id: string): Fetched<Simulation> =>
  useGet(PATH, placeOf(id), {
    refreshInterval: (simulation) => (simulation?.state === "PENDING" ? POLL_MS : 0),
  });

/** Ends a simulation that waits or runs. */
export async function cancelSimulation(id: string): Promise<void> {
  const { data } = await unwrap(client.DELETE(PATH, placeOf(id)));
  await setCached(PATH, placeOf(id), data);
}
