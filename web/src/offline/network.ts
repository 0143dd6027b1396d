import { create } from "zustand";

interface Network {
  /** The server was not reached when it was asked last. */
  isOffline: boolean;
  /** What is on screen and could not be asked for now, by its key: since when it is known. */
  known: Record<string, number>;
}

/** Whether there is a way to the server, and how old is what one sees without it. */
export const useNetwork = create<Network>()(() => ({ isOffline: false, known: {} }));

/** The server did not answer. */
export const lost = () => useNetwork.setState({ isOffline: true });

/** The server answered. */
export const reached = () => useNetwork.setState({ isOffline: false });

/** What is on screen under a key is that of an earlier time; without one, of now. */
export function setKnown(key: string, at?: number): void {
  const { [key]: before, ...known } = useNetwork.getState().known;
  if (before !== at) useNetwork.setState({ known: at === undefined ? known : { ...known, [key]: at } });
}
